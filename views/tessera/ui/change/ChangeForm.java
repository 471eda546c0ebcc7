package tessera.ui.change;

import java.util.Optional;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import tessera.plan.PlanPreview;
import tessera.plan.intent.ChangeIntent;

/** The questions that must be answered before one kind of change can be planned. FX thread. */
public interface ChangeForm {

    /** What the change is called, e.g. “Taint nodes”. */
    String title();

    /** What it is about, e.g. “h100-01, h100-02”. */
    String subject();

    Node node();

    /** Whether it takes what room there is, as texts and drawings do, and not what its questions need. */
    default boolean roomy() {
        return false;
    }

    /** What is wanted by the answers so far; empty while they make no sense. */
    ObservableValue<Optional<ChangeIntent>> intent();

    /** What is wrong with the answers, or missing; empty when nothing is. */
    ObservableValue<String> complaint();

    /** Goes to what a server refuses of what is wanted by the answers, as far as that is known. */
    default void goTo(PlanPreview preview) {}

    /** Puts the focus where the first answer goes. */
    void focus();
}
