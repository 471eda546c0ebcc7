package tessera.app.wiring;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Collectors;
import tessera.cluster.kubeconfig.Kubeconfig;
import tessera.cluster.kubeconfig.KubeconfigContextEntry;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.text.MessageCatalog;
import tessera.text.OptionalText;

/** Resolver of the context to open first: the one on the command line, else the current one. */
final class StartupKubeconfigContextResolver {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(StartupKubeconfigContextResolver.class);

    private final Kubeconfig kubeconfig;
    private final String wished;

    /** @param wished empty for none in particular */
    StartupKubeconfigContextResolver(Kubeconfig kubeconfig, String wished) {
        this.kubeconfig = kubeconfig;
        this.wished = wished;
    }

    /** Returns the context; empty when none is chosen and none is current. */
    Optional<String> name() throws ProblemException {
        var name = OptionalText.orElse(wished, kubeconfig.currentContext());
        if (!name.isEmpty() && !name.equals(EmbeddedDemoCluster.CONTEXT) && kubeconfig.findContext(name).isEmpty()) {
            throw new ProblemException(kubeconfig.contexts().isEmpty() ? noClusterProblem()
                    : Problem.of(OperationProblemKind.CONFIGURATION, MESSAGES.reason("context.notFound", name))
                            .withRemedy(MESSAGES.text("context.notFound.remedy", contextNames())));
        }
        if (name.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(name);
    }

    /** Returns the context, or fails where there is none. */
    String requiredName() throws ProblemException {
        return name().orElseThrow(() -> new ProblemException(kubeconfig.contexts().isEmpty() ? noClusterProblem()
                : Problem.of(OperationProblemKind.CONFIGURATION, MESSAGES.reason("context.none"))
                        .withRemedy(MESSAGES.text("context.none.remedy", contextNames()))));
    }

    /** Returns the context of a wall, which shows its problems itself. */
    String nameForWall() throws ProblemException {
        if (!wished.isEmpty()) {
            return wished;
        }
        if (kubeconfig.problems().isEmpty()) {
            return requiredName();
        }
        return kubeconfig.currentContext();
    }

    private Problem noClusterProblem() {
        var read = kubeconfig.files().stream().filter(Files::exists).map(Path::toString)
                .collect(Collectors.joining(", "));
        return Problem.of(OperationProblemKind.CONFIGURATION, MESSAGES.reason("kubeconfig.none"))
                .withDetail(read.isEmpty() ? "" : MESSAGES.text("kubeconfig.withoutContext", read));
    }

    private String contextNames() {
        return String.join(", ", kubeconfig.contexts().stream().map(KubeconfigContextEntry::name).toList());
    }
}
