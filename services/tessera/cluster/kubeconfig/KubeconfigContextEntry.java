package tessera.cluster.kubeconfig;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.text.MessageCatalog;

/**
 * A context of the kubeconfig, with its cluster and user.
 *
 * @param name        unique in the kubeconfig
 * @param namespace   where commands act unless told otherwise; never empty
 * @param file        where it was found
 * @param extensions  names of what tools noted beside it
 * @param cluster     null when the cluster entry is missing or wrong
 * @param user        null when the user entry is missing or wrong
 * @param problems    why it cannot be used; empty when it can
 */
public record KubeconfigContextEntry(String name, String namespace, Path file, List<String> extensions,
        @Nullable KubeconfigCluster cluster, @Nullable KubeconfigUserEntry user, List<Problem> problems) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(KubeconfigContextEntry.class);

    public KubeconfigContextEntry {
        extensions = List.copyOf(extensions);
        problems = List.copyOf(problems);
    }

    /** Returns the API server's address; empty when it is not known. */
    public String serverAddress() {
        return cluster == null ? "" : cluster.server();
    }

    /** Returns whether TLS verification is off, so that anybody could pose as the server. */
    public boolean trustsAnything() {
        return cluster != null && cluster.trustAnything();
    }

    /** Returns the cluster, or fails with the reason why the context cannot be used. */
    public KubeconfigCluster usableCluster() throws ProblemException {
        throwFirstProblem();
        if (cluster == null) {
            throw new ProblemException(OperationProblemKind.CONFIGURATION,
                    new KubeconfigReason.ContextWithoutCluster(name));
        }
        return cluster;
    }

    /** Returns the user, or fails with the reason why the context cannot be used. */
    public KubeconfigUserEntry usableUser() throws ProblemException {
        throwFirstProblem();
        return Objects.requireNonNullElse(user, KubeconfigUserEntry.NOBODY);
    }

    /** Returns a name for the credential, shown while it is waited for. */
    public String credentialLabel() {
        var execPluginSpec = user == null ? null : user.exec();
        return execPluginSpec == null ? MESSAGES.text("credential.any")
                : MESSAGES.text("credential.plugin", execPluginSpec.command());
    }

    /** Whether a program is run to get its credential. */
    public boolean runsPlugin() {
        return user != null && user.plugin().isPresent();
    }

    /** Returns the files besides the kubeconfig that decide how the cluster is reached. */
    public List<Path> referencedFiles() {
        var files = new ArrayList<Path>();
        if (cluster != null) {
            addFile(files, cluster.authority());
        }
        if (user != null) {
            addFile(files, user.certificate());
            addFile(files, user.key());
        }
        return files;
    }

    /** Returns the files that hold the user's credentials. */
    public List<Path> credentialFiles() {
        var files = new ArrayList<Path>();
        if (user != null) {
            addFile(files, user.certificate());
            addFile(files, user.key());
            if (user.tokenFile() != null) {
                files.add(user.tokenFile());
            }
        }
        return files;
    }

    private void throwFirstProblem() throws ProblemException {
        if (!problems.isEmpty()) {
            throw new ProblemException(problems.getFirst());
        }
    }

    private static void addFile(List<Path> files, @Nullable CertificateOrKeySource material) {
        if (material instanceof CertificateOrKeySource.CertificateFile(var file)) {
            files.add(file);
        }
    }
}
