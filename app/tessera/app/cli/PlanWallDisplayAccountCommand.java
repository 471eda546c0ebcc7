package tessera.app.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tessera.app.platform.CommandFileArgumentReader;
import tessera.app.wiring.ClusterSelectionService;
import tessera.cluster.kubeconfig.SecretText;
import tessera.file.OwnerOnlyFiles;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.plan.PlanRunReceipt;
import tessera.plan.PlanRunReceipt.PlanRunEnding;
import tessera.plan.intent.WallDisplayAccountIntent;
import tessera.text.MessageCatalog;

/** Plans the account of a wall display, and writes a kubeconfig for it. */
@Command(name = "wall-account", mixinStandardHelpOptions = true, versionProvider = TesseraRootCommand.VersionProvider.class, sortOptions = false)
final class PlanWallDisplayAccountCommand implements Callable<Integer> {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PlanWallDisplayAccountCommand.class);

    @Mixin
    private ClusterCommandLineOptions cluster = new ClusterCommandLineOptions();

    @Option(names = {"-n",
        "--namespace"}, paramLabel = "NAMESPACE", descriptionKey = "planWallDisplayAccount.namespace")
    private String namespace = "default";

    @Option(names = "--name", paramLabel = "NAME", descriptionKey = "planWallDisplayAccount.name")
    private String name = "tessera-wall";

    @Option(names = "--with-prometheus", descriptionKey = "planWallDisplayAccount.with-prometheus")
    private boolean prometheus;

    @Option(names = "--remove", descriptionKey = "planWallDisplayAccount.remove")
    private boolean remove;

    @Option(names = "--kubeconfig-out", paramLabel = "FILE", descriptionKey = "planWallDisplayAccount.kubeconfig-out")
    private @Nullable Path file;

    @Mixin
    private PlanApplyCommandLineOptions plan = new PlanApplyCommandLineOptions();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws ProblemException {
        plan.checkConfirmation();
        var intent = new WallDisplayAccountIntent(namespace, name, prometheus, remove);
        if (!intent.hasValidNames()) {
            throw new ParameterException(spec.commandLine(), MESSAGES.text("account.malformed", name, namespace));
        }
        if (remove && file != null) {
            throw new ParameterException(spec.commandLine(), MESSAGES.text("account.removedKubeconfig"));
        }
        if (file != null && Files.exists(file)) {
            throw new ProblemException(fileExistsProblem(file));
        }
        try (var clusterSelection = cluster.openDesk()) {
            return plan.previewOrApply(clusterSelection, intent,
                    receipt -> printResult(clusterSelection, intent, receipt));
        }
    }

    private void printResult(ClusterSelectionService clusterSelection, WallDisplayAccountIntent intent,
            PlanRunReceipt receipt) throws ProblemException, InterruptedException {
        if (intent.remove() || receipt.ending() != PlanRunEnding.DONE) {
            plan.printReceipt(clusterSelection, receipt);
            return;
        }
        var kubeconfig = clusterSelection.clusterServices().accountKubeconfigs().kubeconfigFor(intent.namespace(),
                intent.name(), intent.secretName());
        if (file == null) {
            plan.print(kubeconfig.reveal());
        } else {
            writeKubeconfig(kubeconfig, file);
            plan.printReceipt(clusterSelection, receipt);
        }
    }

    private static Problem fileExistsProblem(Path file) {
        return Problem.of(OperationProblemKind.CONFIGURATION, MESSAGES.reason("account.exists", file));
    }

    /** Writes the kubeconfig, unreadable for others from the first moment. */
    private static void writeKubeconfig(SecretText kubeconfig, Path file) throws ProblemException {
        try (var out = OwnerOnlyFiles.open(file, StandardOpenOption.CREATE_NEW)) {
            OwnerOnlyFiles.write(out, kubeconfig.reveal().getBytes(StandardCharsets.UTF_8));
        } catch (FileAlreadyExistsException _) {
            throw new ProblemException(fileExistsProblem(file));
        } catch (IOException e) {
            throw new ProblemException(
                    Problem.of(OperationProblemKind.CONFIGURATION, MESSAGES.reason("account.unwritable", file))
                            .withDetail(CommandFileArgumentReader.reasonText(e)),
                    e);
        }
    }
}
