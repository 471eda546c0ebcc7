package tessera.ui.inspect;

import java.util.function.Consumer;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.ui.Relay;

/**
 * Reads one thing at a time for the inspector, away from the FX thread; an answer that nobody waits for any more is
 * dropped.
 *
 * @param <T> what is read
 */
final class Lookup<T> {

    /** What reads; waits for the cluster. */
    @FunctionalInterface
    interface Source<T> {
        T read() throws Failure;
    }

    private final Consumer<T> found;
    private final Consumer<Problem> failed;
    private int asked;

    Lookup(Consumer<T> found, Consumer<Problem> failed) {
        this.found = found;
        this.failed = failed;
    }

    /** FX thread. */
    void ask(Source<T> source) {
        int ticket = ++asked;
        Thread.ofVirtual().name("lookup").start(() -> {
            Runnable outcome;
            try {
                var value = source.read();
                outcome = () -> found.accept(value);
            } catch (Failure failure) {
                outcome = () -> failed.accept(failure.problem());
            }
            var show = outcome;
            Relay.show(() -> {
                if (ticket == asked) {
                    show.run();
                }
            });
        });
    }
}
