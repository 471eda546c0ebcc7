package tessera.app.cli;

import java.util.Map;
import java.util.function.Predicate;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tessera.kube.labels.LabelSelectorParser;
import tessera.kube.labels.LabelSelectorSyntaxException;

/** The option for a label selector of nodes. */
final class NodeSelectorCommandLineOption {

    @Option(names = {"-l", "--selector"}, paramLabel = "LABELS", descriptionKey = "nodeSelector.selector")
    private String selector = "";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command = CommandSpec.create();

    /** Returns the selector as typed; empty when none was. */
    String selectorText() {
        return selector;
    }

    /** Returns the predicate on a node's labels. */
    Predicate<Map<String, String>> toPredicate() {
        try {
            return LabelSelectorParser.parse(selector)::matches;
        } catch (LabelSelectorSyntaxException e) {
            throw new ParameterException(command.commandLine(), e.argumentMessage(), e);
        }
    }
}
