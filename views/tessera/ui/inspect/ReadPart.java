package tessera.ui.inspect;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.layout.VBox;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.ui.AppServices;
import tessera.ui.PollingQuery;
import tessera.ui.PollingQuery.PollingReader;

/**
 * A part of the inspector that tells something of an object, read again while somebody looks at it. FX thread.
 *
 * @param <T> what is read
 */
final class ReadPart<T> {

    private final VBox box = new VBox();
    private final PollingQuery<T> reading;
    private volatile ObjectRef target = ObjectRef.node("");

    /** What reads; waits for the cluster. */
    @FunctionalInterface
    interface PartSource<T> {
        T read(ObjectRef object) throws Failure, InterruptedException;
    }

    /**
     * What is read, and how it is shown.
     *
     * @param found  what is shown of it, if anything
     * @param failed what is shown where it could not be read; where that is nothing, what stood there stays
     */
    record PartContent<T>(PartSource<T> source, Function<T, Optional<Node>> found,
            Function<Problem, Optional<Node>> failed) {}

    /** One that looks at nothing yet. */
    ReadPart(AppServices desk, ObservableValue<Instant> now, Duration pace, PartContent<T> content) {
        reading = new PollingQuery<>(desk, now, pace, new PollingReader<>(() -> content.source().read(target),
                read -> box.getChildren().setAll(content.found().apply(read).map(List::of).orElse(List.of())),
                why -> content.failed().apply(why).ifPresent(box.getChildren()::setAll),
                box.getChildren()::clear));
    }

    VBox node() {
        return box;
    }

    /** What it looks at; without a name while that is nothing. */
    ObjectRef target() {
        return target;
    }

    /** Looks at nothing any more. */
    void clear() {
        reading.watch(false);
        target = ObjectRef.node("");
        box.getChildren().clear();
    }

    /** Looks at an object, and reads while somebody else looks, too. */
    void look(ObjectRef object, boolean watched) {
        if (!object.equals(target)) {
            clear();
            target = object;
        }
        reading.watch(watched && !object.name().isEmpty());
    }
}
