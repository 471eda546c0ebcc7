package tessera.cluster.helm;

import com.marcnuri.helm.Helm;
import com.marcnuri.helm.InstallCommand;
import com.marcnuri.helm.UpgradeCommand;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.Kind;
import tessera.plan.intent.ReleaseName;

/**
 * Helm itself, as a library. It is loaded when it is first needed, which takes a second: its code is unpacked into the
 * temporary folder.
 */
final class HelmLibrary {

    /** Seconds for each hook, as the helm command has them; the library would wait for ever. */
    private static final int PATIENCE = 300;

    /**
     * A chart that Helm finds.
     *
     * @param reference a folder, an archive or an address
     * @param version   empty for the newest
     */
    record Located(String reference, String version) {}

    /**
     * What Helm is to do with a chart.
     *
     * @param anew whether to write all of it anew, and not only what becomes otherwise
     */
    record Task(Located chart, ReleaseName release, @Nullable Path values, String description, boolean anew) {

        /** Tells a command of Helm's what is known of the chart and its values; its commands have no type in common. */
        private void tell(Consumer<String> version, Consumer<Path> file) {
            if (!chart.version().isEmpty()) {
                version.accept(chart.version());
            }
            if (values != null) {
                file.accept(values);
            }
        }
    }

    /** What the library is asked. */
    private static <T> T asked(String words, Callable<T> question) throws Failure {
        try {
            return question.call();
        } catch (LinkageError e) {
            throw new Failure(new Problem(Kind.UNEXPECTED, "Could not " + words + ": Helm cannot be loaded",
                    String.valueOf(e.getMessage()), "This build may lack Helm’s library for this system."), e);
        } catch (Exception e) {
            throw new Failure(Problem.of(kind(String.valueOf(e.getMessage())), "Could not " + words)
                    .withDetail(String.valueOf(e.getMessage())), e);
        } finally {
            Signals.takeBack();
        }
    }

    private static Kind kind(String words) {
        if (words.contains("Read-only mode")) {
            return Kind.READ_ONLY;
        }
        if (words.contains("forbidden")) {
            return Kind.FORBIDDEN;
        }
        return words.contains("another operation") || words.contains("already exists")
                || words.contains("cannot be imported") ? Kind.CONFLICT : Kind.INVALID;
    }

    /** What the chart says of itself, as YAML. */
    String described(Located chart) throws Failure {
        return asked("read the chart " + chart.reference(), () -> {
            var command = Helm.show(chart.reference()).chart();
            return chart.version().isEmpty() ? command.call() : command.withVersion(chart.version()).call();
        });
    }

    /** The values that the chart has, as YAML; empty where it has none. */
    String values(Located chart) throws Failure {
        return asked("read the values of the chart " + chart.reference(), () -> {
            var command = Helm.show(chart.reference()).values();
            return said(chart.version().isEmpty() ? command.call() : command.withVersion(chart.version()).call());
        });
    }

    /** The definitions of kinds that lie beside the objects of a chart, as YAML; empty where there are none. */
    String definitions(Located chart) throws Failure {
        return asked("read the definitions of the chart " + chart.reference(), () -> {
            var command = Helm.show(chart.reference()).crds();
            return said(chart.version().isEmpty() ? command.call() : command.withVersion(chart.version()).call());
        });
    }

    /** The library has no text where it means an empty one. */
    private static String said(@Nullable String text) {
        return text == null ? "" : text;
    }

    /** @param definitions whether what the chart has in its folder of CRDs is made first */
    void install(Task task, String kubeconfig, boolean definitions) throws Failure {
        asked("install " + task.release(), () -> {
            InstallCommand command = Helm.install(task.chart().reference()).withName(task.release().name())
                    .withNamespace(task.release().namespace()).createNamespace().withTimeout(PATIENCE)
                    .withDescription(task.description()).withKubeConfigContents(kubeconfig);
            task.tell(command::withVersion, command::withValuesFile);
            return definitions ? command.call() : command.skipCrds().disableOpenApiValidation().call();
        });
    }

    /** Another revision with the chart's defaults and these values, and nothing of what was set before. */
    void upgrade(Task task, String kubeconfig) throws Failure {
        asked("upgrade " + task.release(), () -> {
            UpgradeCommand command = Helm.upgrade(task.chart().reference()).withName(task.release().name())
                    .withNamespace(task.release().namespace()).resetValues().disableOpenApiValidation()
                    .withTimeout(PATIENCE).withDescription(task.description()).withKubeConfigContents(kubeconfig);
            task.tell(command::withVersion, command::withValuesFile);
            return task.anew() ? command.force().call() : command.call();
        });
    }

    void uninstall(ReleaseName release, String kubeconfig) throws Failure {
        asked("uninstall " + release, () -> Helm.uninstall(release.name()).withNamespace(release.namespace())
                .withKubeConfigContents(kubeconfig).call());
    }
}
