package tessera.plan.authorization;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.function.Function;
import tessera.flow.LatestValue;
import tessera.model.ProblemException;
import tessera.model.RequiredPermission;
import tessera.plan.authorization.AccessReviewQuestion.AnyNamespaceQuestion;
import tessera.plan.authorization.AccessReviewQuestion.ConnectionUpgradeQuestion;
import tessera.plan.authorization.AccessReviewQuestion.SingleAccessQuestion;

/**
 * Recent answers of the API server on the user's permissions in the open cluster.
 *
 * <ul>
 *   <li><b>Source:</b> access reviews of oneself. It is asked for all objects of a kind; only where that is denied, for the one
 *       object, since a role may name some.
 *   <li><b>Errors:</b> what could not be asked is not known, and what is not known speaks against nothing: the server decides
 *       in the end.
 *   <li><b>Threads:</b> safe for use by several. Nothing waits here: what is not known yet is asked in the background, and
 *       observers are told once it is.
 * </ul>
 */
public final class PermissionCache {

    private static final System.Logger LOG = System.getLogger(PermissionCache.class.getName());
    /** Then it is asked anew, once somebody wants to know; until the answer is there, the one before serves. */
    private static final Duration FRESH = Duration.ofSeconds(60);
    /** So long nothing is asked anew that could not be asked. */
    private static final Duration PAUSE = Duration.ofSeconds(10);
    /** So many questions at a time are no burden for a server. */
    private static final int AT_ONCE = 8;
    /** More answers than anybody looks at in a while. */
    private static final int MOST = 2000;

    private final AccessReviewSource inquiry;
    private final Clock clock;
    private final Map<PermissionCacheKey, CachedPermission> permissionsByKey = new ConcurrentHashMap<>();
    private final LatestValue<Integer> rounds = new LatestValue<>(0);
    private final Set<PermissionCacheKey> pendingKeys = new HashSet<>();
    private boolean requesting;

    /** An access review question, and the cluster that it was asked of. */
    private record PermissionCacheKey(String cluster, AccessReviewQuestion question) {}

    /**
     * A cached answer to an access review question.
     *
     * @param allowed empty where the question could not be asked
     */
    private record CachedPermission(Optional<Boolean> allowed, Instant at) {}

    public PermissionCache(AccessReviewSource inquiry, Clock clock) {
        this.inquiry = inquiry;
        this.clock = clock;
    }

    /**
     * Returns why something is refused, as far as known; what is unknown or outdated is asked in the background.
     * Returns at once. Any thread.
     */
    public Optional<String> refusalText(RequiredPermissions requiredPermissions) {
        var place = inquiry.openCluster();
        if (place.isEmpty()) {
            return Optional.empty();
        }
        var denied = requiredPermissions.questions().stream()
                .filter(question -> isDenied(new PermissionCacheKey(place, question))).toList();
        boolean refused = requiredPermissions.allRequired() ? !denied.isEmpty()
                : denied.size() == requiredPermissions.questions().size();
        if (refused) {
            return denied.stream().findFirst().map(requiredPermissions::refusalText);
        }
        return Optional.empty();
    }

    /** Runs the observer whenever more is known, and once immediately. */
    public LatestValue.ObserverRegistration observe(Runnable observer) {
        return rounds.observe(observer);
    }

    private boolean isDenied(PermissionCacheKey key) {
        if (key.question() instanceof SingleAccessQuestion(var permission)
                && freshAnswer(key.cluster(), permission.forAnyName()).orElse(false)) {
            return false;
        }
        var cachedPermission = permissionsByKey.get(key);
        if (cachedPermission == null || !isFresh(cachedPermission)) {
            enqueueQuestion(key);
        }
        return cachedPermission != null && !cachedPermission.allowed().orElse(true);
    }

    /** Returns the recent answer; empty if there is none. */
    private Optional<CachedPermission> freshAnswer(PermissionCacheKey key) {
        return Optional.ofNullable(permissionsByKey.get(key)).filter(this::isFresh);
    }

    private boolean isFresh(CachedPermission cachedPermission) {
        return !cachedPermission.at().plus(cachedPermission.allowed().isPresent() ? FRESH : PAUSE)
                .isBefore(clock.instant());
    }

    /** Returns the recent answer; empty if there is none. */
    private Optional<Boolean> freshAnswer(String place, RequiredPermission permission) {
        return freshAnswer(new PermissionCacheKey(place, new SingleAccessQuestion(permission)))
                .flatMap(CachedPermission::allowed);
    }

    private void enqueueQuestion(PermissionCacheKey key) {
        synchronized (pendingKeys) {
            pendingKeys.add(key);
            if (requesting) {
                return;
            }
            requesting = true;
        }
        Thread.ofVirtual().name("rights").start(this::askPending);
    }

    /** Asks all pending questions, including those added meanwhile. */
    private void askPending() {
        for (var round = nextRound(); !round.isEmpty(); round = nextRound()) {
            if (permissionsByKey.size() > MOST) {
                permissionsByKey.clear();
            }
            var place = inquiry.openCluster();
            var inquirer = new AccessReviewQuestionEvaluator(inquiry, permission -> freshAnswer(place, permission));
            try (var lanes = Executors.newFixedThreadPool(AT_ONCE, Thread.ofVirtual().name("right-", 0).factory())) {
                // What was wanted once more while it was asked is answered: told again, the old answer would pass for a new one.
                lanes.invokeAll(round.stream().filter(key -> key.cluster().equals(place) && freshAnswer(key).isEmpty())
                        .map(key -> (Callable<Boolean>) () -> askAndStore(key, inquirer)).toList());
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
            inquirer.answers().forEach((permission, allowed) -> storeAnswer(
                    new PermissionCacheKey(place, new SingleAccessQuestion(permission)), Optional.of(allowed)));
            rounds.update(count -> count + 1);
        }
    }

    private Set<PermissionCacheKey> nextRound() {
        synchronized (pendingKeys) {
            var round = Set.copyOf(pendingKeys);
            pendingKeys.clear();
            requesting = !round.isEmpty();
            return round;
        }
    }

    private boolean askAndStore(PermissionCacheKey key, AccessReviewQuestionEvaluator inquirer)
            throws InterruptedException {
        try {
            return storeAnswer(key, inquirer.ask(key.question()));
        } catch (ProblemException _) {
            return storeAnswer(key, Optional.empty());
        } catch (RuntimeException defect) {
            LOG.log(System.Logger.Level.ERROR, "unanswered review", defect);
            return storeAnswer(key, Optional.empty());
        }
    }

    /** Stores an answer unless another cluster was opened meanwhile. */
    private boolean storeAnswer(PermissionCacheKey key, Optional<Boolean> allowed) {
        boolean same = inquiry.openCluster().equals(key.cluster());
        if (same) {
            permissionsByKey.put(key, new CachedPermission(allowed, clock.instant()));
        }
        return same;
    }

    /** The access to the API server for permission questions. Waits for it, but for {@link #openCluster}. */
    public interface AccessReviewSource {

        /** Returns the open cluster; empty if there is none. */
        String openCluster();

        /** Returns the server's answer on whether the user may do something. */
        boolean isAllowed(RequiredPermission permission) throws ProblemException, InterruptedException;

        /** Whether the server asks twice where somebody reaches into a pod, see {@link AccessReviewQuestion.ConnectionUpgradeQuestion}. */
        boolean checksUpgradeVerb() throws ProblemException;

        /** Returns all namespaces. */
        List<String> namespaces() throws ProblemException;
    }

    /** One round of access questions to the API server. Waits for it. Safe for use by several threads. */
    private static final class AccessReviewQuestionEvaluator {

        /** With more of them it takes too many questions to find out that something is allowed in none. */
        private static final int MOST_NAMESPACES = 64;

        private final AccessReviewSource inquiry;
        private final Function<RequiredPermission, Optional<Boolean>> cachedAnswers;
        private final Map<RequiredPermission, Boolean> answers = new ConcurrentHashMap<>();

        /** @param cachedAnswers what need not be asked again */
        AccessReviewQuestionEvaluator(AccessReviewSource inquiry,
                Function<RequiredPermission, Optional<Boolean>> cachedAnswers) {
            this.inquiry = inquiry;
            this.cachedAnswers = cachedAnswers;
        }

        /** Returns the answers of this round. */
        Map<RequiredPermission, Boolean> answers() {
            return answers;
        }

        /** Asks a question; empty if the answer cannot be known. */
        Optional<Boolean> ask(AccessReviewQuestion question) throws ProblemException, InterruptedException {
            return switch (question) {
                case SingleAccessQuestion(var permission) -> Optional.of(isAllowed(permission));
                case ConnectionUpgradeQuestion(var permission) ->
                    Optional.of(isAllowed(permission) || !inquiry.checksUpgradeVerb());
                case AnyNamespaceQuestion anywhere -> askAnywhere(anywhere);
            };
        }

        private boolean isAllowed(RequiredPermission permission) throws ProblemException, InterruptedException {
            return askOnce(permission.forAnyName()) || (!permission.name().isEmpty() && askOnce(permission));
        }

        private boolean askOnce(RequiredPermission permission) throws ProblemException, InterruptedException {
            var before = Optional.ofNullable(answers.get(permission)).or(() -> cachedAnswers.apply(permission));
            if (before.isPresent()) {
                return before.get();
            }
            boolean now = inquiry.isAllowed(permission);
            answers.put(permission, now);
            return now;
        }

        private Optional<Boolean> askAnywhere(AnyNamespaceQuestion question)
                throws ProblemException, InterruptedException {
            for (var permission : question.accesses()) {
                if (askOnce(inNamespace(permission, ""))) {
                    return Optional.of(true);
                }
            }
            var namespaces = inquiry.namespaces();
            if (namespaces.size() > MOST_NAMESPACES) {
                return Optional.empty();
            }
            for (var namespace : namespaces) {
                for (var permission : question.accesses()) {
                    if (askOnce(inNamespace(permission, namespace))) {
                        return Optional.of(true);
                    }
                }
            }
            return Optional.of(false);
        }

        private static RequiredPermission inNamespace(RequiredPermission permission, String namespace) {
            return new RequiredPermission(permission.verb(), permission.group(), permission.resource(),
                    permission.subresource(), namespace, "");
        }
    }
}
