package tessera.app.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
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
import tessera.app.platform.CommandFileArgumentReader;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.plan.intent.EditObjectIntent;
import tessera.plan.intent.WorkloadKind;
import tessera.text.MessageCatalog;
import tessera.text.OptionalText;
import tessera.yaml.ReadableYamlMapperFactory;

/** Plans an edit of an object, from a file. */
@Command(name = "edit", mixinStandardHelpOptions = true, versionProvider = TesseraRootCommand.VersionProvider.class, sortOptions = false)
final class PlanObjectEditCommand implements Callable<Integer> {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PlanObjectEditCommand.class);

    @Mixin
    private ClusterCommandLineOptions cluster = new ClusterCommandLineOptions();

    @Mixin
    private PlanApplyCommandLineOptions applyOptions = new PlanApplyCommandLineOptions();

    @Parameters(paramLabel = "KIND/NAME", descriptionKey = "planObjectEdit.kind-name")
    private String target = "";

    @Option(names = {"-n", "--namespace"}, paramLabel = "NAME", descriptionKey = "planObjectEdit.namespace")
    private String namespace = "";

    @Option(names = {"-f", "--file"}, required = true, paramLabel = "FILE", descriptionKey = "planObjectEdit.file")
    private Path file = Path.of("");

    @Option(names = "--force", descriptionKey = "planObjectEdit.force")
    private boolean force;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws ProblemException {
        applyOptions.checkConfirmation();
        if (!target.matches("[^/]+/[^/]+")) {
            throw new ParameterException(spec.commandLine(), MESSAGES.text("object.malformed", target));
        }
        var after = CommandFileArgumentReader.readTextOrInput(file);
        if (objectRef("any", after).isEmpty()) {
            throw new ParameterException(spec.commandLine(), MESSAGES.text("object.unknownKind", target));
        }
        try (var clusterSelection = cluster.openDesk(objectRef("", after).map(ObjectRef::namespace).orElse(""))) {
            var connection = ClusterConnectionAwaiter.awaitConnection(clusterSelection, Duration.ofSeconds(60));
            var object = clusterSelection.clusterServices()
                    .resolveRef(objectRef(OptionalText.orElse(connection.namespace(), "default"), after).orElseThrow());
            return applyOptions.previewOrApply(clusterSelection, new EditObjectIntent(object,
                    clusterSelection.clusterServices().yamlOf(object, false), after, force));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new ProblemException(OperationProblemKind.TIMEOUT, MESSAGES.reason("interrupted"), stopped);
        }
    }

    private Optional<ObjectRef> objectRef(String usual, String text) throws ProblemException {
        var place = OptionalText.orElse(namespace, usual);
        int slash = target.indexOf('/');
        var name = target.substring(slash + 1);
        var kind = target.substring(0, slash).toLowerCase(Locale.ROOT);
        return switch (kind) {
            case "pod", "pods", "po" -> Optional.of(ObjectRef.pod(place, name));
            case "node", "nodes", "no" -> Optional.of(ObjectRef.node(name));
            default -> {
                var known = WorkloadKind.forWord(kind).map(each -> each.objectRef(place, name));
                yield known.isPresent() ? known : refFromManifest(kind, place, name, text);
            }
        };
    }

    /** Returns the object of a kind that only the file's apiVersion identifies. */
    private static Optional<ObjectRef> refFromManifest(String word, String place, String name, String text)
            throws ProblemException {
        try {
            var object = ReadableYamlMapperFactory.mapper().readTree(text);
            var kind = object.path("kind").asText("");
            if (word.equalsIgnoreCase(kind) || word.equalsIgnoreCase(kind + "s")) {
                return Optional.of(ObjectRef.unresolved(object.path("apiVersion").asText(""), kind, place, name));
            }
            return Optional.empty();
        } catch (JsonProcessingException e) {
            throw new ProblemException(Problem.of(OperationProblemKind.INVALID, MESSAGES.reason("edit.noYaml"))
                    .withDetail(e.getOriginalMessage()), e);
        }
    }
}
