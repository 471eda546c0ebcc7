package tessera.app;

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
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.plan.intent.ChangeIntent;
import tessera.plan.intent.CompositeIntent;
import tessera.plan.intent.WorkloadIntent;
import tessera.plan.intent.WorkloadKind;

/** A command that plans a change of a pod, or of what makes pods. */
abstract class WorkloadPlanCommand implements Callable<Integer> {

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private PlanOptions planning = new PlanOptions();

    @Parameters(paramLabel = "OBJECT", arity = "1..*", description = "Pods as [NAMESPACE/]POD, or a workload as KIND/NAME.")
    private List<String> words = List.of();

    @Option(names = {"-n",
        "--namespace"}, paramLabel = "NAME", description = "Namespace of the object (default: the context's).")
    private String namespace = "";

    @Option(names = {"--wait",
        "--patience"}, paramLabel = "SECONDS", defaultValue = "300", description = "Time to wait for the result (default: 300).")
    private long patience = 300;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** What is wanted of it. */
    abstract WorkloadIntent intent(ObjectRef object, Duration time);

    /** Whether it is about pods, and not about what makes them. */
    abstract boolean ofPods();

    /** Complains of options that make no sense. */
    void check() {}

    final ParameterException misuse(String words) {
        return new ParameterException(spec.commandLine(), words);
    }

    @Override
    public Integer call() throws Failure {
        planning.check();
        check();
        var named = objects("any");
        if (!ofPods() && named.size() > 1) {
            throw misuse("Name one at a time: only pods go together");
        }
        if (patience < 0) {
            throw misuse("--wait takes a number of seconds, 0 or more");
        }
        try (var desk = cluster.opened(objects("").getFirst().namespace())) {
            var connection = ConnectionAwaiter.to(desk, Duration.ofSeconds(60));
            var usual = connection.namespace().isEmpty() ? "default" : connection.namespace();
            var wishes = objects(usual).stream()
                    .<ChangeIntent>map(object -> intent(object, Duration.ofSeconds(patience))).toList();
            return planning.run(desk, wishes.size() == 1 ? wishes.getFirst() : new CompositeIntent(wishes));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new Failure(Problem.of(ProblemKind.TIMEOUT, "It was given up"), stopped);
        }
    }

    private List<ObjectRef> objects(String usual) throws Failure {
        var objects = new LinkedHashSet<ObjectRef>();
        for (var word : words) {
            objects.add(ofPods() ? new PodName(word, namespace).in(usual) : object(word, usual));
        }
        return List.copyOf(objects);
    }

    private ObjectRef object(String word, String usual) {
        var place = namespace.isEmpty() ? usual : namespace;
        int slash = word.indexOf('/');
        var name = word.substring(slash + 1);
        var kind = slash < 0 ? "" : word.substring(0, slash);
        return WorkloadKind.named(kind).filter(_ -> !name.isEmpty() && name.indexOf('/') < 0)
                .map(known -> known.in(place, name))
                .orElseThrow(() -> misuse(
                        "“%s” is not KIND/NAME, such as deployment/serve; kinds are %s".formatted(word,
                                Arrays.stream(WorkloadKind.values()).map(WorkloadKind::word)
                                        .collect(Collectors.joining(", ")))));
    }
}
