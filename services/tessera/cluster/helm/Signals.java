package tessera.cluster.helm;

import java.lang.reflect.Proxy;
import java.util.List;

/**
 * The signals by which a program is asked to end. The Go code of Helm takes some of them for itself when it renders or
 * installs and never gives them back: then nobody could stop this program any more, and no run could end in order.
 */
final class Signals {

    private static final System.Logger LOG = System.getLogger(Signals.class.getName());
    private static final List<String> ENDING = List.of("HUP", "INT", "TERM");
    /** What a shell adds to the number of the signal that ended a program. */
    private static final int BY_SIGNAL = 128;

    private Signals() {}

    /** Has them end this program again, with all that is to be done before. */
    static void takeBack() {
        for (var name : ENDING) {
            try {
                takeBack(name);
            } catch (ReflectiveOperationException | IllegalArgumentException e) {
                // Not every system has all of them.
                LOG.log(System.Logger.Level.DEBUG, "the signal " + name + " is left to Helm", e);
            }
        }
    }

    /** By reflection: the compiler warns of this class, and there is no other way to a signal. */
    private static void takeBack(String name) throws ReflectiveOperationException {
        var type = Class.forName("sun.misc.Signal");
        var handling = Class.forName("sun.misc.SignalHandler");
        var signal = type.getConstructor(String.class).newInstance(name);
        int number = (int) type.getMethod("getNumber").invoke(signal);
        var handler = Proxy.newProxyInstance(Signals.class.getClassLoader(), new Class<?>[] {handling},
                (_, method, _) -> switch (method.getName()) {
                    case "handle" -> {
                        Runtime.getRuntime().exit(BY_SIGNAL + number);
                        yield null;
                    }
                    case "hashCode" -> number;
                    case "equals" -> false;
                    default -> name;
                });
        type.getMethod("handle", type, handling).invoke(null, signal, handler);
    }
}
