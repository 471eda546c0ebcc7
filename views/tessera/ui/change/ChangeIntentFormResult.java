package tessera.ui.change;

import java.util.Optional;
import java.util.function.Supplier;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.value.ObservableValue;
import tessera.plan.intent.ChangeIntent;

/** Result of a form's answers: the intent, or the problem with them. FX thread. */
public final class ChangeIntentFormResult {

    private final ReadOnlyObjectWrapper<Optional<ChangeIntent>> intent = new ReadOnlyObjectWrapper<>(Optional.empty());
    private final ReadOnlyStringWrapper validationMessage = new ReadOnlyStringWrapper("");

    /** Sets the problem, or the intent where there is none. */
    public void set(String wrong, Supplier<? extends ChangeIntent> wanted) {
        validationMessage.set(wrong);
        intent.set(wrong.isEmpty() ? Optional.of(wanted.get()) : Optional.empty());
    }

    /** Sets the problem that makes the answers unusable. */
    public void setProblem(String wrong) {
        validationMessage.set(wrong);
        intent.set(Optional.empty());
    }

    ObservableValue<Optional<ChangeIntent>> intent() {
        return intent.getReadOnlyProperty();
    }

    ObservableValue<String> problemProperty() {
        return validationMessage.getReadOnlyProperty();
    }
}
