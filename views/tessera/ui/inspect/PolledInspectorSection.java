package tessera.ui.inspect;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.layout.VBox;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.ProblemException;
import tessera.ui.ClusterStateSource;
import tessera.ui.PollingQuery;
import tessera.ui.PollingQuery.PollingQueryCallbacks;

/**
 * A section of the inspector that is read repeatedly while it is in sight. FX thread.
 *
 * @param <T> what is read
 */
final class PolledInspectorSection<T> {

    private final VBox box = new VBox();
    private final PollingQuery<T> reading;
    private volatile ObjectRef target = ObjectRef.node("");

    /** Reads an object; waits for the cluster. */
    @FunctionalInterface
    interface PolledObjectReader<T> {
        T read(ObjectRef object) throws ProblemException, InterruptedException;
    }

    /**
     * The source of a section and its rendering.
     *
     * @param render  what is shown of it, if anything
     * @param renderProblem what is shown where it could not be read; where that is nothing, what stood there stays
     */
    record SectionSourceAndRendering<T>(PolledObjectReader<T> source, Function<T, Optional<Node>> render,
            Function<Problem, Optional<Node>> renderProblem) {}

    /** One that looks at nothing yet. */
    PolledInspectorSection(ClusterStateSource services, ObservableValue<Instant> now, Duration pace,
            SectionSourceAndRendering<T> content) {
        reading = new PollingQuery<>(services, now, pace,
                new PollingQueryCallbacks<>(() -> content.source().read(target),
                        read -> box.getChildren().setAll(content.render().apply(read).map(List::of).orElse(List.of())),
                        problem -> content.renderProblem().apply(problem).ifPresent(box.getChildren()::setAll),
                        box.getChildren()::clear));
    }

    VBox node() {
        return box;
    }

    /** Returns the object that is shown; without a name for none. */
    ObjectRef target() {
        return target;
    }

    /** Stops showing anything. */
    void clear() {
        reading.setWatched(false);
        target = ObjectRef.node("");
        box.getChildren().clear();
    }

    /** Shows an object, and reads it while it is watched. */
    void look(ObjectRef object, boolean watched) {
        if (!object.equals(target)) {
            clear();
            target = object;
        }
        reading.setWatched(watched && !object.name().isEmpty());
    }
}
