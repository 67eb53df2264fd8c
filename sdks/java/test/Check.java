import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Objects;

/** Runs the static methods of classes whose names begin with "test". */
final class Check {
  private Check() {}

  public static void main(String[] classes) throws Exception {
    int ran = 0;
    int failed = 0;
    for (String name : classes) {
      Method[] methods = Class.forName(name).getDeclaredMethods();
      Arrays.sort(methods, Comparator.comparing(Method::getName));
      for (Method method : methods) {
        if (!method.getName().startsWith("test")) continue;
        ran++;
        try {
          method.invoke(null);
        } catch (InvocationTargetException error) {
          failed++;
          System.err.println("FAILED " + name + "." + method.getName());
          error.getCause().printStackTrace();
        }
      }
    }
    System.err.println("Ran " + ran + " tests, " + failed + " failed");
    System.exit(failed == 0 && ran > 0 ? 0 : 1);
  }

  static void equal(Object wanted, Object found) {
    if (!Objects.equals(wanted, found)) throw new AssertionError("wanted " + wanted + "\n but found " + found);
  }

  static void that(boolean holds, String what) {
    if (!holds) throw new AssertionError(what);
  }

  static <E extends Throwable> E fails(Class<E> kind, Work work) {
    try {
      work.run();
    } catch (Throwable error) {
      if (kind.isInstance(error)) return kind.cast(error);
      throw new AssertionError("wanted " + kind.getName(), error);
    }
    throw new AssertionError("wanted " + kind.getName() + ", and nothing was thrown");
  }

  interface Work {
    void run() throws Exception;
  }
}
