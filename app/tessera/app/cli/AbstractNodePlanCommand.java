package tessera.app.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tessera.model.ProblemException;
import tessera.plan.intent.NodeChangeIntent;
import tessera.plan.intent.TargetNodeSelection;
import tessera.text.MessageCatalog;

/** A command that plans a change of nodes. */
abstract class AbstractNodePlanCommand implements Callable<Integer> {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(AbstractNodePlanCommand.class);

    @Mixin
    private ClusterCommandLineOptions cluster = new ClusterCommandLineOptions();

    @Mixin
    private NodeSelectorCommandLineOption selector = new NodeSelectorCommandLineOption();

    @Mixin
    private PlanApplyCommandLineOptions applyOptions = new PlanApplyCommandLineOptions();

    @Parameters(arity = "0..*", paramLabel = "NODE|CHANGE", descriptionKey = "nodePlan.nodechange")
    private List<String> texts = List.of();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /**
     * Returns the intent.
     *
     * @param changes the words that name no node
     */
    abstract NodeChangeIntent intent(TargetNodeSelection nodes, List<String> changes);

    /** Returns whether a word is a change and not a node's name. No name of a node looks like that. */
    boolean isChange(String word) {
        return word.endsWith("-") || word.contains("=") || word.contains(":") || word.contains("/");
    }

    final ParameterException usageError(String text) {
        return new ParameterException(spec.commandLine(), text);
    }

    @Override
    public Integer call() throws ProblemException {
        var names = new ArrayList<String>();
        var changes = new ArrayList<String>();
        texts.forEach(word -> (isChange(word) ? changes : names).add(word));
        var nodeIntent = intent(parseTargets(names), changes);
        applyOptions.checkConfirmation();
        try (var clusterSelection = cluster.openDesk()) {
            return applyOptions.previewOrApply(clusterSelection, nodeIntent);
        }
    }

    private TargetNodeSelection parseTargets(List<String> names) {
        boolean chosen = !selector.selectorText().isBlank();
        if (chosen && !names.isEmpty()) {
            throw usageError(MESSAGES.text("nodes.namedAndSelected"));
        }
        if (!chosen && names.isEmpty()) {
            throw usageError(MESSAGES.text("nodes.missing"));
        }
        selector.toPredicate();
        if (chosen) {
            return new TargetNodeSelection.LabelSelectedNodes(selector.selectorText());
        }
        return new TargetNodeSelection.NamedNodes(names);
    }
}
