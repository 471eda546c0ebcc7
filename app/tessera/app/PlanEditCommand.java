package tessera.app;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.Kind;
import tessera.plan.intent.EditObject;
import tessera.plan.intent.WorkloadKind;

/** Plans that an object becomes as a file says. */
@Command(name = "edit", mixinStandardHelpOptions = true, versionProvider = TesseraCommand.Version.class, sortOptions = false, description = "Plan that an object becomes as a file says; only what differs is sent.")
final class PlanEditCommand implements Callable<Integer> {

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private PlanOptions planning = new PlanOptions();

    @Parameters(paramLabel = "KIND/NAME", description = "A node, pod, deployment, statefulset, daemonset, job or cronjob.")
    private String word = "";

    @Option(names = {"-n",
        "--namespace"}, paramLabel = "NAME", description = "Its namespace; without it the one of the context.")
    private String namespace = "";

    @Option(names = {"-f",
        "--file"}, required = true, paramLabel = "FILE", description = "The object as YAML, as it shall be; - reads it from standard input.")
    private Path file = Path.of("");

    @Option(names = "--force", description = "Overwrite what others change meanwhile in the same places.")
    private boolean force;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws Failure {
        planning.check();
        if (object("any").isEmpty()) {
            throw new ParameterException(spec.commandLine(),
                    "“" + word + "” is not KIND/NAME, such as deployment/serve");
        }
        var after = GivenFile.textOrInput(file);
        try (var desk = cluster.opened(object("").map(ObjectRef::namespace).orElse(""))) {
            var connection = Connected.to(desk, Duration.ofSeconds(60));
            var object = object(connection.namespace().isEmpty() ? "default" : connection.namespace()).orElseThrow();
            return planning.run(desk, new EditObject(object, desk.reached().yaml(object, false), after, force));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new Failure(Problem.of(Kind.TIMEOUT, "It was given up"), stopped);
        }
    }

    private Optional<ObjectRef> object(String usual) {
        var place = namespace.isEmpty() ? usual : namespace;
        int slash = word.indexOf('/');
        var name = word.substring(slash + 1);
        if (slash < 0 || name.isEmpty()) {
            return Optional.empty();
        }
        var kind = word.substring(0, slash).toLowerCase(Locale.ROOT);
        return switch (kind) {
            case "pod", "pods", "po" -> Optional.of(ObjectRef.pod(place, name));
            case "node", "nodes", "no" -> Optional.of(ObjectRef.node(name));
            default -> WorkloadKind.named(kind).map(known -> known.in(place, name));
        };
    }
}
