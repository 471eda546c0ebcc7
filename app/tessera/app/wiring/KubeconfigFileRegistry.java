package tessera.app.wiring;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tessera.cluster.ClusterReachabilityCheck;
import tessera.cluster.ConnectionSharedDependencies;
import tessera.cluster.kubeconfig.Kubeconfig;
import tessera.cluster.kubeconfig.KubeconfigFileWatcher;
import tessera.cluster.kubeconfig.ProcessEnvironment;
import tessera.file.SizeLimitedFileReader;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.settings.SettingsFileEdit;
import tessera.settings.UserSettings;
import tessera.text.MessageCatalog;
import tessera.ui.KubeconfigSourceProvider;

/** The kubeconfig files that are read and those beside them, and the answers of their clusters on request. */
public final class KubeconfigFileRegistry implements KubeconfigSourceProvider {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(KubeconfigFileRegistry.class);

    private static final int LARGEST = 1 << 20;

    private final KubeconfigFileWatcher watch;
    private final ProcessEnvironment environment;
    private final ApplicationSettingsService settings;
    private final ConnectionSharedDependencies sharedServices;

    KubeconfigFileRegistry(KubeconfigFileWatcher watch, ProcessEnvironment environment,
            ApplicationSettingsService settings, ConnectionSharedDependencies sharedServices) {
        this.watch = watch;
        this.environment = environment;
        this.settings = settings;
        this.sharedServices = sharedServices;
    }

    /** Returns an environment that also reads the files that the user added. */
    public static ProcessEnvironment withKubeconfigs(ProcessEnvironment defaultEnvironment, UserSettings settings) {
        return defaultEnvironment
                .withKubeconfigs(settings.kubeconfigs().stream().flatMap(file -> optionalPath(file).stream()).toList());
    }

    private static List<Path> optionalPath(String file) {
        try {
            return List.of(Path.of(file));
        } catch (InvalidPathException _) {
            return List.of();
        }
    }

    @Override
    public List<KubeconfigSource> files() {
        var kubeconfig = watch.newest().get();
        return kubeconfig.files().stream()
                .map(file -> new KubeconfigSource(file.toString(), fileText(kubeconfig, file))).toList();
    }

    private static String fileText(Kubeconfig kubeconfig, Path file) {
        if (!Files.exists(file)) {
            return MESSAGES.text("kubeconfig.missing");
        }
        long contexts = kubeconfig.contexts().stream().filter(context -> context.file().equals(file)).count();
        if (contexts == 0) {
            return MESSAGES.text("kubeconfig.noContext");
        }
        return MESSAGES.text("kubeconfig.contexts", contexts);
    }

    @Override
    public List<String> unreadFiles() {
        var found = new ArrayList<String>();
        var read = watch.newest().get().files();
        try (var files = Files.newDirectoryStream(environment.home().resolve(".kube"))) {
            for (var file : files) {
                if (Files.isRegularFile(file) && !read.contains(file) && looksLikeKubeconfig(file)) {
                    found.add(file.toString());
                }
            }
        } catch (IOException nobodysFolder) {
            return List.of();
        }
        found.sort(null);
        return found;
    }

    private static boolean looksLikeKubeconfig(Path file) {
        try {
            var text = SizeLimitedFileReader.readText(file, LARGEST);
            return text.contains("kind: Config") && text.contains("contexts:");
        } catch (IOException unreadable) {
            return false;
        }
    }

    @Override
    public String testConnection(String context) throws ProblemException, InterruptedException {
        var contextEntry = watch.newest().get().findContext(context).orElseThrow(() -> new ProblemException(
                Problem.of(OperationProblemKind.CONFIGURATION, MESSAGES.reason("context.gone", context))));
        long began = System.nanoTime();
        var version = ClusterReachabilityCheck.askVersion(contextEntry, sharedServices);
        return MESSAGES.text("context.answers", version.version(), (System.nanoTime() - began) / 1_000_000);
    }

    @Override
    public void addFile(String file) throws ProblemException {
        var alone = new ProcessEnvironment(Map.of(), environment.home(), environment.workingDirectory(), Path.of(file));
        if (Kubeconfig.load(alone).contexts().isEmpty()) {
            throw new ProblemException(
                    Problem.of(OperationProblemKind.CONFIGURATION, MESSAGES.reason("kubeconfig.empty", file)));
        }
        var files = new ArrayList<>(settings.settings().kubeconfigs());
        if (!files.contains(file)) {
            files.add(file);
            settings.change(SettingsFileEdit.setKubeconfigs(files));
        }
    }
}
