package tessera.ui.change;

import java.util.function.Consumer;
import tessera.lint.subject.NamedField;
import tessera.plan.Preview;
import tessera.ui.yaml.YamlPane;

/** Goes to what a server finds wrong with a manifest that somebody wrote. FX thread. */
public final class AtFault {

    private AtFault() {}

    /** Puts the caret of a text into the line of the first field that a refusal of it names. */
    public static Consumer<Preview> in(YamlPane yaml) {
        return refused -> refused.changes().stream()
                .flatMapToInt(change -> change.problem().stream().mapToInt(problem -> NamedField
                        .line(yaml.text(), change.object(), problem.sentence()).orElse(0)))
                .filter(line -> line > 0).findFirst().ifPresent(yaml::goTo);
    }
}
