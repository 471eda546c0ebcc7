package tessera.app;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Collectors;
import tessera.cluster.kubeconfig.KubeContext;
import tessera.cluster.kubeconfig.Kubeconfig;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;

/** Which context is opened first: what the command line asked for, else the current one. */
final class FirstContext {

    private final Kubeconfig kubeconfig;
    private final String wished;

    /** @param wished empty for none in particular */
    FirstContext(Kubeconfig kubeconfig, String wished) {
        this.kubeconfig = kubeconfig;
        this.wished = wished;
    }

    /** The context; empty when none is asked for and none is current. */
    Optional<String> name() throws Failure {
        var name = wished.isEmpty() ? kubeconfig.current() : wished;
        if (!name.isEmpty() && !name.equals(DemoCluster.CONTEXT) && kubeconfig.context(name).isEmpty()) {
            throw new Failure(kubeconfig.contexts().isEmpty() ? noCluster()
                    : Problem.of(ProblemKind.CONFIGURATION, "There is no context “%s”".formatted(name))
                            .withRemedy("There are: " + known() + "."));
        }
        return name.isEmpty() ? Optional.empty() : Optional.of(name);
    }

    /** The context, where there has to be one. */
    String required() throws Failure {
        return name().orElseThrow(() -> new Failure(kubeconfig.contexts().isEmpty() ? noCluster()
                : Problem.of(ProblemKind.CONFIGURATION, "No context is current")
                        .withRemedy("Choose one with --context: " + known() + ".")));
    }

    /** The context of a wall, which says itself why that cannot be had. */
    String forWall() throws Failure {
        if (!wished.isEmpty()) {
            return wished;
        }
        return kubeconfig.problems().isEmpty() ? required() : kubeconfig.current();
    }

    private Problem noCluster() {
        var read = kubeconfig.files().stream().filter(Files::exists).map(Path::toString)
                .collect(Collectors.joining(", "));
        return Problem.of(ProblemKind.CONFIGURATION, "No kubeconfig names a cluster")
                .withDetail(read.isEmpty() ? "" : "there is no context in " + read)
                .withRemedy("Name one with --kubeconfig, or use --demo for the simulated cluster.");
    }

    private String known() {
        return String.join(", ", kubeconfig.contexts().stream().map(KubeContext::name).toList());
    }
}
