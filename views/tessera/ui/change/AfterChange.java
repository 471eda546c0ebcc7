package tessera.ui.change;

import java.util.List;
import javafx.beans.value.ObservableValue;
import tessera.plan.Receipt;
import tessera.ui.change.NodeChanges.Offer;

/** What follows on a change that has ended, elsewhere in the window. FX thread. */
public interface AfterChange {

    /** Tells of it, once. */
    void ended(Receipt receipt);

    /** What can be looked at then. */
    ObservableValue<List<Offer>> offers(Receipt receipt);
}
