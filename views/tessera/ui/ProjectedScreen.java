package tessera.ui;

import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import tessera.insight.GpuFleet;
import tessera.model.Problem;

/**
 * A part of the window that shows a state computed from the newest fleet and from what the user asks of it.
 *
 * @param <Q> the question: filter, sort, lens, selection; an immutable value
 * @param <S> everything the screen prints; an immutable value
 */
public interface ProjectedScreen<Q, S> {

    Node node();

    /** Changes whenever the user asks something else. FX thread. */
    ObservableValue<Q> query();

    /** The state; a pure function. Never on the FX thread. */
    S project(GpuFleet fleet, Q query);

    /** Prints a state. FX thread. */
    void show(S state);

    /** Says why there is nothing to show, in place of what was shown before. FX thread. */
    void excuse(Problem why);
}
