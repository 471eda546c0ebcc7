package tessera.app;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tessera.launch.WorkloadTemplate;
import tessera.lint.manifest.Manifest;
import tessera.model.Failure;
import tessera.plan.intent.LaunchIntent.Launch;
import tessera.plan.intent.LaunchIntent.LaunchedObject;
import tessera.plan.intent.LaunchIntent.Withdraw;

/** Plans that a workload runs, from a template or from a manifest, or that it goes again. */
@Command(name = "launch", mixinStandardHelpOptions = true, versionProvider = TesseraCommand.VersionProvider.class, sortOptions = false, description = "Preview launching a workload from a template (see tessera launch --list) or a manifest. Applying creates it and waits for its pods. --withdraw previews deleting objects.")
final class PlanLaunchCommand implements Callable<Integer> {

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private TemplateOptions choice = new TemplateOptions();

    @Mixin
    private PlanOptions planning = new PlanOptions();

    @Option(names = {"-f",
        "--file"}, paramLabel = "FILE", description = "Manifest as YAML or JSON; - for standard input.")
    private String file = "";

    @Option(names = "--wait", paramLabel = "SECONDS", description = "Time to wait for pods to run (default: 600); 0 does not wait.")
    private int wait = 600;

    @Option(names = "--withdraw", paramLabel = "OBJECT", description = "Delete this object, for example apps/v1/Deployment/llm. Can be repeated.")
    private List<String> withdrawn = List.of();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws Failure {
        var named = choice.named();
        long ways = Stream.of(named.isPresent(), !file.isEmpty(), !withdrawn.isEmpty()).filter(way -> way).count();
        if (ways != 1) {
            throw choice.misuse("Say one of: a template, --file, --withdraw");
        }
        if (wait < 0) {
            throw choice.misuse("--wait takes a number of seconds, 0 or more");
        }
        if (named.isEmpty() && choice.filled()) {
            throw choice.misuse("--set fills in a template, and none is named");
        }
        planning.check();
        var going = objects();
        var settings = named.map(choice::settings).orElse(Map.of());
        var text = file.isEmpty() ? "" : FileArgument.textOrInput(Path.of(file));
        if (!choice.namespace().isEmpty()) {
            NamespaceOption.agrees(text, choice.namespace());
        }
        try (var desk = cluster.opened(Manifest.read(text).namespace(choice.namespace()))) {
            var home = choice.namespace().isEmpty() ? ConnectionAwaiter.namespace(desk, planning.patience())
                    : choice.namespace();
            return planning.run(desk, !going.isEmpty() ? new Withdraw(home, going)
                    : named.isPresent() ? launch(desk, named.get(), named.get().at(home, settings))
                            : launch(text, List.of("-f", file), home));
        }
    }

    private List<LaunchedObject> objects() {
        try {
            return withdrawn.stream().map(LaunchedObject::parse).toList();
        } catch (IllegalArgumentException wrong) {
            throw choice.misuse(String.valueOf(wrong.getMessage()));
        }
    }

    private Launch launch(ClusterDesk desk, WorkloadTemplate template, Map<String, String> settings) throws Failure {
        var around = ManifestContextReader.known(desk, List.of(), planning.patience(), spec.commandLine());
        var filled = ManifestContextReader.served(desk, template, planning.patience()).fill(settings,
                Optional.of(around));
        return launch(filled.yaml(), filled.command(), filled.namespace());
    }

    private Launch launch(String manifest, List<String> origin, String namespace) {
        var read = Manifest.read(manifest);
        return new Launch(read.title(), origin, manifest, read.namespace(namespace), Duration.ofSeconds(wait));
    }
}
