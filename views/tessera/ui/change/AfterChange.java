package tessera.ui.change;

import java.util.List;
import javafx.beans.value.ObservableValue;
import tessera.model.ObjectRef;
import tessera.plan.RunReceipt;
import tessera.ui.change.NodeChanges.ChangeOffer;

/** What follows on a change elsewhere in the window, when it has ended or steps aside. FX thread. */
public interface AfterChange {

    /** Tells of it, once. */
    void ended(RunReceipt receipt);

    /** What can be looked at then. */
    ObservableValue<List<ChangeOffer>> offers(RunReceipt receipt);

    /** Shows what somebody wants to look at before they go on. */
    void show(ObjectRef object);
}
