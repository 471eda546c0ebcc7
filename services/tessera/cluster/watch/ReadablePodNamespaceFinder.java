package tessera.cluster.watch;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import tessera.cluster.http.ApiRequest;
import tessera.cluster.http.ApiTransport;
import tessera.model.Problem;
import tessera.model.ProblemException;
import tessera.text.MessageCatalog;
import tessera.text.SentenceJoiner;

/**
 * Finder of the namespaces whose pods may be read when the cluster-wide list is forbidden. Asked about are the ones that were
 * named, and as many others as a bound allows: a cluster may have ten thousand.
 *
 * @param configured those to ask about first
 * @param namespaceLimits  how many are asked about, and how many are followed
 */
public record ReadablePodNamespaceFinder(ApiTransport transport, List<String> configured,
        NamespaceWatchLimits namespaceLimits) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ReadablePodNamespaceFinder.class);
    private static final JsonMapper JSON = new JsonMapper();
    private static final String REVIEWS = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";
    private static final int AT_ONCE = 8;

    private enum NamespaceListAnswer {
        YES,
        NO,
        NONE
    }

    /** The largest numbers of namespaces that are checked, and that are watched. */
    public record NamespaceWatchLimits(int maxChecked, int maxWatched) {
        public static final NamespaceWatchLimits USUAL = new NamespaceWatchLimits(200, 50);
    }

    /**
     * The permitted namespaces, and a text about those left out.
     *
     * @param namespaces whose pods may be listed
     * @param limitsText     what was left out, in words; empty when nothing was
     */
    public record PermittedPodNamespaces(List<String> namespaces, String limitsText) {}

    public PermittedPodNamespaces findPermitted() throws InterruptedException {
        var candidates = new LinkedHashSet<>(configured);
        candidates.remove("");
        var limits = new ArrayList<CollectionWatchReason>();
        addListed(candidates, limits);
        var permitted = filterPermitted(candidates.stream().limit(namespaceLimits.maxChecked()).toList(), limits);
        if (permitted.size() > namespaceLimits.maxWatched()) {
            limits.add(new CollectionWatchReason.FollowedNamespacesLimited(namespaceLimits.maxWatched(),
                    permitted.size()));
        }
        return new PermittedPodNamespaces(permitted.stream().limit(namespaceLimits.maxWatched()).toList(),
                limits.stream().map(CollectionWatchReason::text).collect(SentenceJoiner.toSentences()));
    }

    private void addListed(Set<String> candidates, List<CollectionWatchReason> limits) throws InterruptedException {
        try {
            var list = parseJson(transport.readBytes(ApiRequest.get(
                    "/api/v1/namespaces?limit=" + namespaceLimits.maxChecked(), MESSAGES.text("list.namespaces"))));
            list.path("items").forEach(item -> candidates.add(item.path("metadata").path("name").asText()));
            candidates.remove("");
            long rest = list.path("metadata").path("remainingItemCount").asLong(0);
            if (rest > 0 || candidates.size() > namespaceLimits.maxChecked()) {
                limits.add(new CollectionWatchReason.CheckedNamespacesLimited(namespaceLimits.maxChecked(),
                        Math.max(candidates.size(), list.path("items").size() + rest)));
            }
        } catch (ProblemException problemException) {
            // Who may not list namespaces may still look into those that were named.
            if (problemException.problem().kind() != Problem.OperationProblemKind.FORBIDDEN) {
                limits.add(new CollectionWatchReason.NamespacesNotListed());
            }
        }
    }

    private List<String> filterPermitted(List<String> candidates, List<CollectionWatchReason> limits)
            throws InterruptedException {
        var turns = new Semaphore(AT_ONCE);
        var permitted = new ArrayList<String>();
        int unanswered = 0;
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var answers = new ArrayList<Future<NamespaceListAnswer>>();
            for (var namespace : candidates) {
                answers.add(threads.submit(() -> {
                    turns.acquire();
                    try {
                        return canListPods(namespace);
                    } finally {
                        turns.release();
                    }
                }));
            }
            for (int i = 0; i < candidates.size(); i++) {
                switch (awaitAnswer(answers.get(i), threads)) {
                    case YES -> permitted.add(candidates.get(i));
                    case NONE -> unanswered++;
                    case NO -> {
                        // Left out.
                    }
                }
            }
        }
        if (unanswered > 0) {
            limits.add(new CollectionWatchReason.NamespacePermissionsUnknown(unanswered));
        }
        return permitted;
    }

    private static NamespaceListAnswer awaitAnswer(Future<NamespaceListAnswer> answer, ExecutorService threads)
            throws InterruptedException {
        try {
            return answer.get();
        } catch (ExecutionException _) {
            return NamespaceListAnswer.NONE;
        } catch (InterruptedException e) {
            // Otherwise all questions would be waited for.
            threads.shutdownNow();
            throw e;
        }
    }

    private NamespaceListAnswer canListPods(String namespace) throws InterruptedException {
        var review = JSON.createObjectNode().put("apiVersion", "authorization.k8s.io/v1").put("kind",
                "SelfSubjectAccessReview");
        review.putObject("spec").putObject("resourceAttributes").put("namespace", namespace).put("verb", "list")
                .put("resource", "pods");
        try {
            var answer = parseJson(
                    transport.readBytes(ApiRequest.postQuery(REVIEWS, review.toString(), MESSAGES.text("review"))));
            return answer.path("status").path("allowed").asBoolean(false) ? NamespaceListAnswer.YES
                    : NamespaceListAnswer.NO;
        } catch (ProblemException problemException) {
            // A server that answers no such question lets the list itself decide, for the few that were named.
            var kind = problemException.problem().kind();
            if (configured.contains(namespace) && kind != Problem.OperationProblemKind.UNREACHABLE) {
                return NamespaceListAnswer.YES;
            }
            if (kind == Problem.OperationProblemKind.FORBIDDEN || kind == Problem.OperationProblemKind.NOT_FOUND) {
                return NamespaceListAnswer.NO;
            }
            return NamespaceListAnswer.NONE;
        }
    }

    private static JsonNode parseJson(byte[] bytes) throws ProblemException {
        try {
            return JSON.readTree(new String(bytes, StandardCharsets.UTF_8));
        } catch (JsonProcessingException e) {
            throw new ProblemException(Problem.OperationProblemKind.GARBLED,
                    new CollectionWatchReason.ReviewResponseNotJson(), e);
        }
    }
}
