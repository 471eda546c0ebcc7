package tessera.ui.change;

import java.util.Optional;
import javafx.beans.value.ObservableValue;
import tessera.plan.intent.ChangeIntent;

/** A form that updates its result whenever an answer changes. */
public interface RecomputingChangeForm extends ChangeIntentForm {

    ChangeIntentFormResult result();

    @Override
    default ObservableValue<Optional<ChangeIntent>> intent() {
        return result().intent();
    }

    @Override
    default ObservableValue<String> problemProperty() {
        return result().problemProperty();
    }
}
