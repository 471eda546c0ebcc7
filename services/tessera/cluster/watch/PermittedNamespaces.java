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
import tessera.model.Failure;
import tessera.model.Problem;

/**
 * The namespaces whose pods may be read when those of the whole cluster may not. Asked about are the ones that were
 * named, and as many others as a bound allows: a cluster may have ten thousand.
 *
 * @param named those to ask about first
 * @param most  how many are asked about, and how many are followed
 */
public record PermittedNamespaces(ApiTransport wire, List<String> named, NamespaceLimits most) {

    private static final JsonMapper JSON = new JsonMapper();
    private static final String REVIEWS = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";
    private static final int AT_ONCE = 8;

    private enum PermissionAnswer {
        YES,
        NO,
        NONE
    }

    /** How many namespaces are asked about, and how many are followed. */
    public record NamespaceLimits(int asked, int followed) {
        public static final NamespaceLimits USUAL = new NamespaceLimits(200, 50);
    }

    /**
     * What was found.
     *
     * @param namespaces whose pods may be listed
     * @param limits     what was left out, in words; empty when nothing was
     */
    public record PermittedScope(List<String> namespaces, String limits) {}

    public PermittedScope find() throws InterruptedException {
        var candidates = new LinkedHashSet<>(named);
        candidates.remove("");
        var limits = new ArrayList<String>();
        addListed(candidates, limits);
        var permitted = permitted(candidates.stream().limit(most.asked()).toList(), limits);
        if (permitted.size() > most.followed()) {
            limits.add("Of the %d namespaces you may look into, the first %d are followed."
                    .formatted(permitted.size(), most.followed()));
        }
        return new PermittedScope(permitted.stream().limit(most.followed()).toList(), String.join(" ", limits));
    }

    private void addListed(Set<String> candidates, List<String> limits) throws InterruptedException {
        try {
            var list = json(wire.bytes(ApiRequest.get("/api/v1/namespaces?limit=" + most.asked(), "list namespaces")));
            list.path("items").forEach(item -> candidates.add(item.path("metadata").path("name").asText()));
            candidates.remove("");
            long rest = list.path("metadata").path("remainingItemCount").asLong(0);
            if (rest > 0 || candidates.size() > most.asked()) {
                limits.add("Of the %d namespaces, the first %d were asked about."
                        .formatted(Math.max(candidates.size(), list.path("items").size() + rest), most.asked()));
            }
        } catch (Failure failure) {
            // Who may not list namespaces may still look into those that were named.
            if (failure.problem().kind() != Problem.ProblemKind.FORBIDDEN) {
                limits.add("There was no answer to which namespaces there are.");
            }
        }
    }

    private List<String> permitted(List<String> candidates, List<String> limits) throws InterruptedException {
        var turns = new Semaphore(AT_ONCE);
        var permitted = new ArrayList<String>();
        int unanswered = 0;
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var answers = new ArrayList<Future<PermissionAnswer>>();
            for (var namespace : candidates) {
                answers.add(threads.submit(() -> {
                    turns.acquire();
                    try {
                        return mayList(namespace);
                    } finally {
                        turns.release();
                    }
                }));
            }
            for (int i = 0; i < candidates.size(); i++) {
                switch (awaited(answers.get(i), threads)) {
                    case YES -> permitted.add(candidates.get(i));
                    case NONE -> unanswered++;
                    case NO -> {
                        // Left out.
                    }
                }
            }
        }
        if (unanswered > 0) {
            limits.add("Namespaces left out because there was no answer to whether you may look into them: %d."
                    .formatted(unanswered));
        }
        return permitted;
    }

    private static PermissionAnswer awaited(Future<PermissionAnswer> answer, ExecutorService threads)
            throws InterruptedException {
        try {
            return answer.get();
        } catch (ExecutionException _) {
            return PermissionAnswer.NONE;
        } catch (InterruptedException e) {
            // Otherwise all questions would be waited for.
            threads.shutdownNow();
            throw e;
        }
    }

    private PermissionAnswer mayList(String namespace) throws InterruptedException {
        var review = JSON.createObjectNode().put("apiVersion", "authorization.k8s.io/v1").put("kind",
                "SelfSubjectAccessReview");
        review.putObject("spec").putObject("resourceAttributes").put("namespace", namespace).put("verb", "list")
                .put("resource", "pods");
        try {
            var answer = json(wire.bytes(ApiRequest.question(REVIEWS, review.toString(), "ask about permissions")));
            return answer.path("status").path("allowed").asBoolean(false) ? PermissionAnswer.YES : PermissionAnswer.NO;
        } catch (Failure failure) {
            // A server that answers no such question lets the list itself decide, for the few that were named.
            var kind = failure.problem().kind();
            return named.contains(namespace) && kind != Problem.ProblemKind.UNREACHABLE ? PermissionAnswer.YES
                    : kind == Problem.ProblemKind.FORBIDDEN || kind == Problem.ProblemKind.NOT_FOUND
                            ? PermissionAnswer.NO
                            : PermissionAnswer.NONE;
        }
    }

    private static JsonNode json(byte[] bytes) throws Failure {
        try {
            return JSON.readTree(new String(bytes, StandardCharsets.UTF_8));
        } catch (JsonProcessingException e) {
            throw new Failure(Problem.of(Problem.ProblemKind.GARBLED, "The answer is not JSON"), e);
        }
    }
}
