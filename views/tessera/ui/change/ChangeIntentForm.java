package tessera.ui.change;

import java.util.Optional;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import tessera.plan.PlanPreview;
import tessera.plan.intent.ChangeIntent;

/** The questions to answer before one kind of change can be planned. FX thread. */
public interface ChangeIntentForm {

    /** Returns the name of the change, e.g. “Taint nodes”. */
    String title();

    /** Returns the subject of the change, e.g. “h100-01, h100-02”. */
    String subjectText();

    Node node();

    /** Returns whether the form takes all available room, as texts and drawings do. */
    default boolean fillsSheet() {
        return false;
    }

    /** Returns the intent of the answers so far; empty while they are invalid. */
    ObservableValue<Optional<ChangeIntent>> intent();

    /** Returns the problem with the answers; empty when there is none. */
    ObservableValue<String> problemProperty();

    /** Goes to the field that a server refuses in a preview, as far as that is known. */
    default void goTo(PlanPreview preview) {}

    /** Focuses the first answer. */
    void focus();
}
