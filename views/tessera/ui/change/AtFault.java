package tessera.ui.change;

import java.util.OptionalInt;
import java.util.function.Consumer;
import tessera.lint.manifest.NamedField;
import tessera.plan.PlanPreview;
import tessera.ui.yaml.YamlPane;

/** Goes to what a server finds wrong with a manifest that somebody wrote. FX thread. */
public final class AtFault {

    private AtFault() {}

    /** Puts the caret of a text into the line of the first field that a refusal of it names. */
    public static Consumer<PlanPreview> in(YamlPane yaml) {
        return refused -> line(refused, yaml.text()).ifPresent(yaml::goTo);
    }

    /** The same, and the focus too; neither where no field is named. */
    public static void focus(YamlPane yaml, PlanPreview preview) {
        line(preview, yaml.text()).ifPresent(line -> {
            yaml.focus();
            yaml.goTo(line);
        });
    }

    private static OptionalInt line(PlanPreview preview, String text) {
        return preview.changes().stream()
                .flatMapToInt(change -> change.problem().stream().mapToInt(problem -> NamedField
                        .line(text, change.object(), problem.sentence()).orElse(0)))
                .filter(line -> line > 0).findFirst();
    }
}
