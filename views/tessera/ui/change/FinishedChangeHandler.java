package tessera.ui.change;

import java.util.List;
import javafx.beans.value.ObservableValue;
import tessera.model.ObjectRef;
import tessera.plan.PlanRunReceipt;
import tessera.ui.change.NodeChangeActions.OfferedChange;

/** Follow-ups of a change elsewhere in the window, when it has ended or steps aside. FX thread. */
public interface FinishedChangeHandler {

    /** Reports a receipt, once. */
    void onEnded(PlanRunReceipt receipt);

    /** Returns the objects that can be looked at after a change, as offers. */
    ObservableValue<List<OfferedChange>> offers(PlanRunReceipt receipt);

    /** Shows an object that the user wants to look at before they go on. */
    void show(ObjectRef object);
}
