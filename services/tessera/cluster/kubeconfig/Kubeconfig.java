package tessera.cluster.kubeconfig;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tessera.cluster.kubeconfig.KubeconfigFile.EntryOrProblem;
import tessera.cluster.kubeconfig.KubeconfigFile.UnresolvedContextEntry;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;

/**
 * Every context a user has, merged from all kubeconfig files by kubectl's rules: the first file to use a name or to set
 * the current context wins, relative paths are relative to the file they stand in, files that do not exist are skipped.
 *
 * @param files    where it was looked, existing or not
 * @param currentContext  the context kubectl would use; empty when none is set
 * @param problems files that could not be read, or that none of those named exists
 */
public record Kubeconfig(List<Path> files, List<KubeconfigContextEntry> contexts, String currentContext,
        List<Problem> problems) {

    public Kubeconfig {
        files = List.copyOf(files);
        contexts = List.copyOf(contexts);
        problems = List.copyOf(problems);
    }

    /**
     * Loads the kubeconfig files of an environment. Nothing is contacted, and no plugin is run.
     *
     * @throws ProblemException when not one file could be read although there are some
     */
    public static Kubeconfig load(ProcessEnvironment environment) throws ProblemException {
        return load(environment, new HashMap<>());
    }

    /**
     * Loads the files; for one that cannot be read, its last good content counts.
     *
     * @param good what each file said when it could last be read; kept up to date here
     */
    static Kubeconfig load(ProcessEnvironment environment, Map<Path, KubeconfigFile> good) throws ProblemException {
        var read = new ArrayList<KubeconfigFile>();
        var problems = new ArrayList<Problem>();
        @Nullable
        ProblemException first = null;
        for (var file : environment.kubeconfigFiles()) {
            if (!Files.exists(file) && !environment.requiresFiles()) {
                good.remove(file);
                continue;
            }
            try {
                good.put(file, KubeconfigFile.read(file));
            } catch (ProblemException problemException) {
                problems.add(problemException.problem());
                first = Objects.requireNonNullElse(first, problemException);
            }
            var kubeconfigFile = good.get(file);
            if (kubeconfigFile != null) {
                read.add(kubeconfigFile);
            }
        }
        if (first != null && read.isEmpty()) {
            throw first;
        }
        if (read.isEmpty() && environment.namesFiles()) {
            problems.add(missingFiles(environment.kubeconfigFiles()));
        }
        return mergeFiles(environment.kubeconfigFiles(), read, problems);
    }

    /** Returns the problem that none of the named files exists; single missing ones are skipped silently. */
    private static Problem missingFiles(List<Path> files) {
        return Problem.of(OperationProblemKind.CONFIGURATION,
                new KubeconfigReason.KubeconfigsMissing(files.stream().map(Path::toString).toList()));
    }

    public Optional<KubeconfigContextEntry> findContext(String name) {
        return contexts.stream().filter(context -> context.name().equals(name)).findFirst();
    }

    private static Kubeconfig mergeFiles(List<Path> files, List<KubeconfigFile> read, List<Problem> problems) {
        var contexts = new LinkedHashMap<String, EntryOrProblem<UnresolvedContextEntry>>();
        var clusters = new LinkedHashMap<String, EntryOrProblem<KubeconfigCluster>>();
        var users = new LinkedHashMap<String, EntryOrProblem<KubeconfigUserEntry>>();
        KubeconfigFile.addMissing(contexts, read, KubeconfigFile::contexts);
        KubeconfigFile.addMissing(clusters, read, KubeconfigFile::clusters);
        KubeconfigFile.addMissing(users, read, KubeconfigFile::users);
        var resolved = new ArrayList<KubeconfigContextEntry>();
        contexts.forEach((name, entry) -> resolved.add(resolveContext(name, entry, clusters, users)));
        var current = read.stream().map(KubeconfigFile::currentContext).filter(name -> !name.isEmpty()).findFirst();
        return new Kubeconfig(files, resolved, current.orElse(""), problems);
    }

    private static KubeconfigContextEntry resolveContext(String name, EntryOrProblem<UnresolvedContextEntry> entry,
            Map<String, EntryOrProblem<KubeconfigCluster>> clusters,
            Map<String, EntryOrProblem<KubeconfigUserEntry>> users) {
        var reference = entry.value();
        if (reference == null) {
            return new KubeconfigContextEntry(name, "default", Path.of(""), List.of(), null, null, problemsOf(entry));
        }
        var problems = new ArrayList<Problem>();
        var cluster = resolveEntry(reference.cluster(), clusters,
                new KubeconfigReason.ContextClusterMissing(name, reference.cluster()), problems);
        var user = reference.user().isEmpty() ? KubeconfigUserEntry.NOBODY
                : resolveEntry(reference.user(), users, new KubeconfigReason.ContextUserMissing(name, reference.user()),
                        problems);
        var namespace = reference.namespace().isBlank() ? "default" : reference.namespace();
        return new KubeconfigContextEntry(name, namespace, reference.file(), reference.extensions(), cluster, user,
                problems);
    }

    private static <T> @Nullable T resolveEntry(String name, Map<String, EntryOrProblem<T>> entries,
            KubeconfigReason missing, List<Problem> problems) {
        var entry = entries.get(name);
        if (entry == null) {
            problems.add(Problem.of(OperationProblemKind.CONFIGURATION, missing));
            return null;
        }
        problems.addAll(problemsOf(entry));
        return entry.value();
    }

    private static List<Problem> problemsOf(EntryOrProblem<?> entry) {
        var problem = entry.problem();
        if (problem == null) {
            return List.of();
        }
        return List.of(problem);
    }
}
