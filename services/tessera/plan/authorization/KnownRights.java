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
import tessera.flow.LatestValue;
import tessera.model.Failure;
import tessera.plan.authorization.AccessQuestion.One;
import tessera.plan.step.StepAccess;

/**
 * What one may do in the cluster that is open, as its server said not long ago.
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
public final class KnownRights {

    private static final System.Logger LOG = System.getLogger(KnownRights.class.getName());
    /** Then it is asked anew, once somebody wants to know; until the answer is there, the one before serves. */
    private static final Duration FRESH = Duration.ofSeconds(60);
    /** So long nothing is asked anew that could not be asked. */
    private static final Duration PAUSE = Duration.ofSeconds(10);
    /** So many questions at a time are no burden for a server. */
    private static final int AT_ONCE = 8;
    /** More answers than anybody looks at in a while. */
    private static final int MOST = 2000;

    private final Inquiry inquiry;
    private final Clock clock;
    private final Map<AskedRight, ToldRight> told = new ConcurrentHashMap<>();
    private final LatestValue<Integer> rounds = new LatestValue<>(0);
    private final Set<AskedRight> wanted = new HashSet<>();
    private boolean asking;

    /** @param place the cluster it was asked of */
    private record AskedRight(String place, AccessQuestion question) {}

    /** @param allowed empty where it could not be asked */
    private record ToldRight(Optional<Boolean> allowed, Instant at) {}

    public KnownRights(Inquiry inquiry, Clock clock) {
        this.inquiry = inquiry;
        this.clock = clock;
    }

    /**
     * Why something is refused, as far as it is known; what is not known, or was asked too long ago, is asked in the background.
     * Returns at once. Any thread.
     */
    public Optional<String> against(RequiredAccess right) {
        var place = inquiry.place();
        if (place.isEmpty()) {
            return Optional.empty();
        }
        var denied = right.questions().stream().filter(question -> denied(new AskedRight(place, question))).toList();
        boolean refused = right.each() ? !denied.isEmpty() : denied.size() == right.questions().size();
        return refused ? denied.stream().findFirst().map(right::refusal) : Optional.empty();
    }

    /** Runs the observer whenever more is known, and once now. */
    public LatestValue.Observation observe(Runnable observer) {
        return rounds.observe(observer);
    }

    private boolean denied(AskedRight asked) {
        if (asked.question() instanceof One(var access) && fresh(asked.place(), access.ofAny()).orElse(false)) {
            return false;
        }
        var known = told.get(asked);
        if (known == null || !fresh(known)) {
            want(asked);
        }
        return known != null && !known.allowed().orElse(true);
    }

    /** What was told of it not long ago; empty where nothing was. */
    private Optional<ToldRight> fresh(AskedRight asked) {
        return Optional.ofNullable(told.get(asked)).filter(this::fresh);
    }

    private boolean fresh(ToldRight known) {
        return !known.at().plus(known.allowed().isPresent() ? FRESH : PAUSE).isBefore(clock.instant());
    }

    /** What was answered not long ago; empty where nothing was. */
    private Optional<Boolean> fresh(String place, StepAccess access) {
        return fresh(new AskedRight(place, new One(access))).flatMap(ToldRight::allowed);
    }

    private void want(AskedRight asked) {
        synchronized (wanted) {
            wanted.add(asked);
            if (asking) {
                return;
            }
            asking = true;
        }
        Thread.ofVirtual().name("rights").start(this::ask);
    }

    /** Asks all that is wanted, and what comes to be wanted meanwhile. */
    private void ask() {
        for (var round = next(); !round.isEmpty(); round = next()) {
            if (told.size() > MOST) {
                told.clear();
            }
            var place = inquiry.place();
            var inquirer = new AccessReviewClient(inquiry, access -> fresh(place, access));
            try (var lanes = Executors.newFixedThreadPool(AT_ONCE, Thread.ofVirtual().name("right-", 0).factory())) {
                // What was wanted once more while it was asked is answered: told again, the old answer would pass for a new one.
                lanes.invokeAll(round.stream().filter(asked -> asked.place().equals(place) && fresh(asked).isEmpty())
                        .map(asked -> (Callable<Boolean>) () -> tell(asked, inquirer)).toList());
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
            inquirer.answers().forEach((access, allowed) -> keep(new AskedRight(place, new One(access)),
                    Optional.of(allowed)));
            rounds.update(count -> count + 1);
        }
    }

    private Set<AskedRight> next() {
        synchronized (wanted) {
            var round = Set.copyOf(wanted);
            wanted.clear();
            asking = !round.isEmpty();
            return round;
        }
    }

    private boolean tell(AskedRight asked, AccessReviewClient inquirer) throws InterruptedException {
        try {
            return keep(asked, inquirer.ask(asked.question()));
        } catch (Failure _) {
            return keep(asked, Optional.empty());
        } catch (RuntimeException defect) {
            LOG.log(System.Logger.Level.ERROR, "a right could not be asked about", defect);
            return keep(asked, Optional.empty());
        }
    }

    /** Another cluster may have been opened meanwhile, and have answered: that is not kept. */
    private boolean keep(AskedRight asked, Optional<Boolean> allowed) {
        boolean same = inquiry.place().equals(asked.place());
        if (same) {
            told.put(asked, new ToldRight(allowed, clock.instant()));
        }
        return same;
    }

    /** What a server is asked. Waits for it, but for {@link #place}. */
    public interface Inquiry {

        /** Which cluster is open; empty where none is. */
        String place();

        /** Whether one may do something, as the server says. */
        boolean may(StepAccess access) throws Failure, InterruptedException;

        /** Whether the server asks twice where somebody reaches into a pod, see {@link AccessQuestion.Since}. */
        boolean asksTwice() throws Failure;

        /** All namespaces there are. */
        List<String> namespaces() throws Failure;
    }
}
