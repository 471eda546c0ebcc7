package tessera.ui.change;

import java.util.Optional;
import javafx.beans.value.ObservableValue;
import tessera.plan.intent.ChangeIntent;

/** A form that says what its answers come to whenever one changes. */
public interface ResultForm extends ChangeForm {

    FormResult result();

    @Override
    default ObservableValue<Optional<ChangeIntent>> intent() {
        return result().intent();
    }

    @Override
    default ObservableValue<String> complaint() {
        return result().complaint();
    }
}
