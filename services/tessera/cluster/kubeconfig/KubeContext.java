package tessera.cluster.kubeconfig;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;

/**
 * One entry of the list a user chooses a cluster from.
 *
 * @param name        unique in the kubeconfig
 * @param namespace   where commands act unless told otherwise; never empty
 * @param file        where it was found
 * @param extensions  names of what tools noted beside it
 * @param cluster     null when the cluster entry is missing or wrong
 * @param user        null when the user entry is missing or wrong
 * @param problems    why it cannot be used; empty when it can
 */
public record KubeContext(String name, String namespace, Path file,
        List<String> extensions, @Nullable KubeCluster cluster, @Nullable KubeUser user, List<Problem> problems) {

    public KubeContext {
        extensions = List.copyOf(extensions);
        problems = List.copyOf(problems);
    }

    /** The API server's address, empty when it is not known. */
    public String server() {
        return cluster == null ? "" : cluster.server();
    }

    /** Whether anybody could pose as the server. */
    public boolean trustsAnything() {
        return cluster != null && cluster.trustAnything();
    }

    /** The cluster, or the reason why the context cannot be used. */
    public KubeCluster usableCluster() throws Failure {
        complain();
        if (cluster == null) {
            throw new Failure(Problem.of(ProblemKind.CONFIGURATION, "The context “" + name + "” names no cluster"));
        }
        return cluster;
    }

    /** The user, or the reason why the context cannot be used. */
    public KubeUser usableUser() throws Failure {
        complain();
        return user == null ? KubeUser.NOBODY : user;
    }

    /** What tells the server who asks, to be named while it is waited for. */
    public String credentialWords() {
        var exec = user == null ? null : user.exec();
        return exec == null ? "the credential" : "the credential plugin “" + exec.command() + "”";
    }

    /** Whether a program is run to get its credential. */
    public boolean runsPlugin() {
        return user != null && user.plugin().isPresent();
    }

    /** The files besides the kubeconfig that decide how the cluster is reached. */
    public List<Path> referencedFiles() {
        var files = new ArrayList<Path>();
        if (cluster != null) {
            add(files, cluster.authority());
        }
        if (user != null) {
            add(files, user.certificate());
            add(files, user.key());
        }
        return files;
    }

    /** The files that hold what the user signs in with. */
    public List<Path> loginFiles() {
        var files = new ArrayList<Path>();
        if (user != null) {
            add(files, user.certificate());
            add(files, user.key());
            if (user.tokenFile() != null) {
                files.add(user.tokenFile());
            }
        }
        return files;
    }

    private void complain() throws Failure {
        if (!problems.isEmpty()) {
            throw new Failure(problems.getFirst());
        }
    }

    private static void add(List<Path> files, @Nullable CertificateSource material) {
        if (material instanceof CertificateSource.InFile(var file)) {
            files.add(file);
        }
    }
}
