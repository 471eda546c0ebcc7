package tessera.ui.change;

import java.util.Optional;
import java.util.function.Supplier;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.value.ObservableValue;
import tessera.plan.intent.ChangeIntent;

/** What the answers of a form come to: what is wanted by them, or what is wrong with them. FX thread. */
public final class FormResult {

    private final ReadOnlyObjectWrapper<Optional<ChangeIntent>> intent = new ReadOnlyObjectWrapper<>(Optional.empty());
    private final ReadOnlyStringWrapper complaint = new ReadOnlyStringWrapper("");

    /** Takes what is wrong, or what is wanted where nothing is. */
    public void set(String wrong, Supplier<? extends ChangeIntent> wanted) {
        complaint.set(wrong);
        intent.set(wrong.isEmpty() ? Optional.of(wanted.get()) : Optional.empty());
    }

    /** Takes that nothing can be made of the answers. */
    public void complain(String wrong) {
        complaint.set(wrong);
        intent.set(Optional.empty());
    }

    ObservableValue<Optional<ChangeIntent>> intent() {
        return intent.getReadOnlyProperty();
    }

    ObservableValue<String> complaint() {
        return complaint.getReadOnlyProperty();
    }
}
