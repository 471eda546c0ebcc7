package tessera.app;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tessera.model.Failure;
import tessera.plan.intent.NodeIntent;
import tessera.plan.intent.NodeTargets;

/** A command that plans a change of nodes. */
abstract class NodePlanCommand implements Callable<Integer> {

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private NodeSelector selector = new NodeSelector();

    @Mixin
    private PlanOptions planning = new PlanOptions();

    @Parameters(arity = "0..*", paramLabel = "NODE|CHANGE", description = "Node names (unless --selector chooses them), then the change.")
    private List<String> words = List.of();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /**
     * What is wanted.
     *
     * @param changes the words that name no node
     */
    abstract NodeIntent intent(NodeTargets nodes, List<String> changes);

    /** Whether a word says what shall become of nodes. No name of a node looks like that. */
    boolean isChange(String word) {
        return word.endsWith("-") || word.contains("=") || word.contains(":") || word.contains("/");
    }

    final ParameterException misuse(String words) {
        return new ParameterException(spec.commandLine(), words);
    }

    @Override
    public Integer call() throws Failure {
        var names = new ArrayList<String>();
        var changes = new ArrayList<String>();
        words.forEach(word -> (isChange(word) ? changes : names).add(word));
        var wanted = intent(targets(names), changes);
        planning.check();
        try (var desk = cluster.opened()) {
            return planning.run(desk, wanted);
        }
    }

    private NodeTargets targets(List<String> names) {
        boolean chosen = !selector.text().isBlank();
        if (chosen && !names.isEmpty()) {
            throw misuse("Nodes are named and chosen by --selector: say it in one way");
        }
        if (!chosen && names.isEmpty()) {
            throw misuse("Name nodes, or choose them by --selector");
        }
        selector.wanted();
        return chosen ? new NodeTargets.SelectedByLabels(selector.text()) : new NodeTargets.NamedNodes(names);
    }
}
