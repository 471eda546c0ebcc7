package tessera.ui.change;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.scene.control.Button;
import tessera.model.Problem.ProblemKind;
import tessera.plan.PlanPreview;
import tessera.plan.intent.ChangeIntent;
import tessera.plan.intent.EditObject;

/** What can be done where a preview is refused. FX thread. */
final class WaysOn {

    private WaysOn() {}

    /** @param rehearse has something looked at anew, which changes nothing */
    static Button[] of(PlanPreview preview, Consumer<ChangeIntent> rehearse) {
        var ways = new ArrayList<>(List.of(SheetFrame.plain("Plan again", () -> rehearse.accept(preview.intent()))));
        overwriting(preview).ifPresent(
                edit -> ways.add(SheetFrame.primary("Overwrite", "danger", () -> rehearse.accept(edit))));
        return ways.toArray(Button[]::new);
    }

    /** The same edit over what others changed; empty where that is not all that keeps it from being done. */
    private static Optional<ChangeIntent> overwriting(PlanPreview preview) {
        return preview.intent() instanceof EditObject edit && !edit.force()
                && preview.reasons().stream().allMatch(reason -> reason.kind() == ProblemKind.CONFLICT)
                        ? Optional.of(edit.overwriting())
                        : Optional.empty();
    }
}
