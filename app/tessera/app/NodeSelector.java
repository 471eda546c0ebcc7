package tessera.app;

import java.util.Map;
import java.util.function.Predicate;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tessera.insight.LabelSelector;

/** The option that says which nodes a command is about. */
final class NodeSelector {

    @Option(names = {"-l",
        "--selector"}, paramLabel = "LABELS", description = "Label selector for nodes, for example pool=train,zone in (a,b).")
    private String selector = "";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command = CommandSpec.create();

    /** As it was typed; empty when nothing was. */
    String text() {
        return selector;
    }

    /** What the labels of a node must be like. */
    Predicate<Map<String, String>> wanted() {
        try {
            return LabelSelector.parse(selector);
        } catch (IllegalArgumentException misuse) {
            throw new ParameterException(command.commandLine(), String.valueOf(misuse.getMessage()), misuse);
        }
    }
}
