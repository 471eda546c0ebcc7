package tessera.ui;

import java.util.function.Consumer;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import org.jspecify.annotations.Nullable;
import tessera.model.Problem;
import tessera.model.ProblemException;
import tessera.text.MessageCatalog;

/**
 * A query that reads in the background, one reading at a time. An answer that nobody waits
 * for any more is dropped.
 *
 * @param <T> what is read
 */
public final class BackgroundQuery<T> {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(BackgroundQuery.class);

    /** A source that blocks while it reads from the cluster. */
    @FunctionalInterface
    public interface QuerySource<T> {
        T read() throws ProblemException, InterruptedException;
    }

    private static final System.Logger LOG = System.getLogger(BackgroundQuery.class.getName());

    private final Consumer<T> onResult;
    private final Consumer<Problem> failed;
    private final ReadOnlyBooleanWrapper running = new ReadOnlyBooleanWrapper();
    private int latestTicket;
    private @Nullable Thread reading;

    /**
     * A question that nobody has asked yet.
     *
     * @param onResult  called with the answer on the FX thread
     * @param failed called with the reason on the FX thread when there is none
     */
    public BackgroundQuery(Consumer<T> onResult, Consumer<Problem> failed) {
        this.onResult = onResult;
        this.failed = failed;
    }

    /** Starts reading from a source and abandons any earlier reading. FX thread. */
    public void submit(QuerySource<T> source) {
        cancel();
        int ticket = latestTicket;
        running.set(true);
        reading = Thread.ofVirtual().name("lookup").start(() -> {
            Runnable outcome;
            try {
                var value = source.read();
                outcome = () -> onResult.accept(value);
            } catch (InterruptedException _) {
                outcome = () -> {};
            } catch (ProblemException problemException) {
                outcome = () -> failed.accept(problemException.problem());
            } catch (RuntimeException | Error defect) {
                // What nests too deeply is an Error, and would be waited for as long as it is in sight.
                LOG.log(System.Logger.Level.ERROR, "unreadable answer", defect);
                outcome = () -> failed.accept(
                        Problem.of(Problem.OperationProblemKind.UNEXPECTED, MESSAGES.reason("answer.unreadable"))
                                .withDetail(defect.toString()));
            }
            var show = outcome;
            JavaFxThreadRelay.runOnFxThread(() -> {
                if (ticket == latestTicket) {
                    running.set(false);
                    show.run();
                }
            });
        });
    }

    /** Abandons the current reading and interrupts it. FX thread. */
    public void cancel() {
        latestTicket++;
        if (reading != null) {
            reading.interrupt();
            reading = null;
        }
        running.set(false);
    }

    /** Returns whether a reading is under way. FX thread. */
    public ReadOnlyBooleanProperty waitingProperty() {
        return running.getReadOnlyProperty();
    }
}
