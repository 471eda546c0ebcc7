package tessera.ui;

import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import tessera.gpu.GpuFleet;
import tessera.model.Problem;

/**
 * A part of the window that shows a state computed from the newest fleet and the user's query.
 *
 * @param <Q> the question: filter, sort, lens, selection; an immutable value
 * @param <S> everything the screen prints; an immutable value
 */
public interface SnapshotDrivenScreen<Q, S> {

    Node node();

    /** Returns the query, which changes with the user's input. FX thread. */
    ObservableValue<Q> query();

    /** Returns the state for a fleet and a query; a pure function. Never on the FX thread. */
    S project(GpuFleet fleet, Q query);

    /** Shows a state. FX thread. */
    void show(S state);

    /** Shows the reason why there is nothing to show, in place of earlier content. FX thread. */
    void showProblem(Problem problem);
}
