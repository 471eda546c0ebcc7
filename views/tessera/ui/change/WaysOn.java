package tessera.ui.change;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.scene.control.Button;
import tessera.model.Problem.Kind;
import tessera.plan.Preview;
import tessera.plan.intent.EditObject;
import tessera.plan.intent.Intent;

/** What can be done where a preview is refused. FX thread. */
final class WaysOn {

    private WaysOn() {}

    /** @param rehearse has something looked at anew, which changes nothing */
    static Button[] of(Preview preview, Consumer<Intent> rehearse) {
        var ways = new ArrayList<>(List.of(SheetFrame.plain("Plan again", () -> rehearse.accept(preview.intent()))));
        overwriting(preview).ifPresent(
                edit -> ways.add(SheetFrame.primary("Overwrite", "danger", () -> rehearse.accept(edit))));
        return ways.toArray(Button[]::new);
    }

    /** The same edit over what others changed; empty where that is not all that keeps it from being done. */
    private static Optional<Intent> overwriting(Preview preview) {
        return preview.intent() instanceof EditObject edit && !edit.force()
                && preview.reasons().stream().allMatch(reason -> reason.kind() == Kind.CONFLICT)
                        ? Optional.of(edit.overwriting())
                        : Optional.empty();
    }
}
