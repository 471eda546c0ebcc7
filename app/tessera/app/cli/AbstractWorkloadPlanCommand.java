package tessera.app.cli;

import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tessera.model.ObjectRef;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.plan.intent.ChangeIntent;
import tessera.plan.intent.CompositeIntent;
import tessera.plan.intent.WorkloadChangeIntent;
import tessera.plan.intent.WorkloadKind;
import tessera.text.MessageCatalog;
import tessera.text.OptionalText;

/** A command that plans a change of a pod or a workload. */
abstract class AbstractWorkloadPlanCommand implements Callable<Integer> {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(AbstractWorkloadPlanCommand.class);

    @Mixin
    private ClusterCommandLineOptions cluster = new ClusterCommandLineOptions();

    @Mixin
    private PlanApplyCommandLineOptions applyOptions = new PlanApplyCommandLineOptions();

    @Parameters(paramLabel = "OBJECT", arity = "1..*", descriptionKey = "workloadPlan.object")
    private List<String> texts = List.of();

    @Option(names = {"-n", "--namespace"}, paramLabel = "NAME", descriptionKey = "workloadPlan.namespace")
    private String namespace = "";

    @Option(names = {"--wait",
        "--patience"}, paramLabel = "SECONDS", defaultValue = "300", descriptionKey = "workloadPlan.patience")
    private long timeout = 300;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** Returns the intent for an object. */
    abstract WorkloadChangeIntent intent(ObjectRef object, Duration time);

    /** Returns whether the command is for pods, not for workloads. */
    abstract boolean targetsPods();

    /** Refuses options that make no sense. */
    void checkOptions() {}

    final ParameterException usageError(String text) {
        return new ParameterException(spec.commandLine(), text);
    }

    @Override
    public Integer call() throws ProblemException {
        applyOptions.checkConfirmation();
        checkOptions();
        var named = parseObjects("any");
        if (!targetsPods() && named.size() > 1) {
            throw usageError(MESSAGES.text("objects.onlyPodsTogether"));
        }
        if (timeout < 0) {
            throw usageError(MESSAGES.text("wait.negative"));
        }
        try (var clusterSelection = cluster.openDesk(parseObjects("").getFirst().namespace())) {
            var connection = ClusterConnectionAwaiter.awaitConnection(clusterSelection, Duration.ofSeconds(60));
            var usual = OptionalText.orElse(connection.namespace(), "default");
            var wishes = parseObjects(usual).stream()
                    .<ChangeIntent>map(object -> intent(object, Duration.ofSeconds(timeout))).toList();
            return applyOptions.previewOrApply(clusterSelection,
                    wishes.size() == 1 ? wishes.getFirst() : new CompositeIntent(wishes));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new ProblemException(OperationProblemKind.TIMEOUT, MESSAGES.reason("interrupted"), stopped);
        }
    }

    private List<ObjectRef> parseObjects(String usual) throws ProblemException {
        var objects = new LinkedHashSet<ObjectRef>();
        for (var word : texts) {
            objects.add(
                    targetsPods() ? new PodNameArgument(word, namespace).resolveIn(usual) : parseObject(word, usual));
        }
        return List.copyOf(objects);
    }

    private ObjectRef parseObject(String word, String usual) {
        var place = OptionalText.orElse(namespace, usual);
        int slash = word.indexOf('/');
        var name = word.substring(slash + 1);
        var kind = slash < 0 ? "" : word.substring(0, slash);
        return WorkloadKind.forWord(kind).filter(_ -> !name.isEmpty() && name.indexOf('/') < 0)
                .map(workloadKind -> workloadKind.objectRef(place, name)).orElseThrow(
                        () -> usageError(MESSAGES.text("workload.malformed", word, Arrays.stream(WorkloadKind.values())
                                .map(WorkloadKind::commandWord).collect(Collectors.joining(", ")))));
    }
}
