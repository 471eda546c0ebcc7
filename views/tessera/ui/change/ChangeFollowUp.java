package tessera.ui.change;

import java.util.List;
import javafx.beans.value.ObservableValue;
import tessera.model.ObjectRef;
import tessera.plan.RunReceipt;
import tessera.ui.change.NodeChanges.ChangeOffer;

/** Follow-ups of a change elsewhere in the window, when it has ended or steps aside. FX thread. */
public interface ChangeFollowUp {

    /** Reports a receipt, once. */
    void onEnded(RunReceipt receipt);

    /** Returns the objects that can be looked at after a change, as offers. */
    ObservableValue<List<ChangeOffer>> offers(RunReceipt receipt);

    /** Shows an object that the user wants to look at before they go on. */
    void show(ObjectRef object);
}
