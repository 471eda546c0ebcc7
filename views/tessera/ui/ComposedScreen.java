package tessera.ui;

import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.layout.Region;
import org.jspecify.annotations.Nullable;
import tessera.gpu.GpuFleet;
import tessera.model.Problem;

/**
 * A screen that is put together from its parts when it is made.
 *
 * @param <Q> the question
 * @param <S> the state
 */
public abstract class ComposedScreen<Q, S> implements SnapshotDrivenScreen<Q, S> {

    private Node node = new Region();
    private Consumer<Problem> problemDisplay = _ -> {};
    private @Nullable ScreenProjection<Q, S> projection;

    /** A question, and the pure function that answers it. */
    private record ScreenProjection<Q, S>(ObservableValue<Q> query, BiFunction<GpuFleet, Q, S> function) {}

    /**
     * Sets what the screen shows.
     *
     * @param problemDisplay shows the reason why there is nothing to show
     */
    protected final void setNode(Node whole, Consumer<Problem> problemDisplay) {
        node = whole;
        this.problemDisplay = problemDisplay;
    }

    /**
     * Sets the question, and what answers it.
     *
     * @param function gives the state for a fleet and a question; a pure function, which is not called on the FX thread
     */
    protected final void setQuery(ObservableValue<Q> query, BiFunction<GpuFleet, Q, S> function) {
        projection = new ScreenProjection<>(query, function);
    }

    private ScreenProjection<Q, S> projection() {
        return Objects.requireNonNull(projection);
    }

    @Override
    public final Node node() {
        return node;
    }

    @Override
    public final ObservableValue<Q> query() {
        return projection().query();
    }

    @Override
    public final S project(GpuFleet fleet, Q question) {
        return projection().function().apply(fleet, question);
    }

    @Override
    public final void showProblem(Problem problem) {
        problemDisplay.accept(problem);
    }
}
