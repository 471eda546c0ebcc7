package tessera.plan.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import tessera.model.PodFacts;
import tessera.model.ResourceAmounts;
import tessera.model.SentenceText;
import tessera.plan.context.ManifestLookups.LookupQuota;
import tessera.plan.context.PlanSurvey;
import tessera.plan.intent.WorkloadKind;
import tessera.scheduling.LaunchOutcome;
import tessera.scheduling.PodFit.FitOutcome;

/**
 * What more pods, or other ones, would find in quotas and on nodes. Pure.
 *
 * @param making what pods are made of from now on
 * @param former what they were made of until now
 * @param pods   those that there are, those that have ended left out
 * @param quotas of their namespace; empty where they could not be read
 * @param launch how new ones would fare on nodes; empty where that is not known
 */
record WorkloadGrowth(PodOwnerSpec making, PodOwnerSpec former, List<PodFacts> pods, PlanSurvey survey,
        Optional<List<LookupQuota>> quotas,
        Optional<LaunchOutcome> launch) {

    WorkloadGrowth {
        pods = List.copyOf(pods);
    }

    /** How many accelerators, or parts of them, one new pod asks for. */
    long each() {
        return survey.accelerators(asked(making));
    }

    /** What so many pods more ask for, and how many of them nodes have room for now. */
    List<String> more(int more) {
        if (more <= 0 || each() == 0) {
            return List.of();
        }
        return List.of("Asks for more: %s; %s".formatted(survey.asked(asked(making), more),
                fits(making.together(survey) * more)));
    }

    private String fits(long more) {
        var room = room(more);
        if (room.isEmpty()) {
            return "what there is no room for waits";
        }
        long fit = Math.min(more, room.getAsLong());
        if (fit == more) {
            return more == 1 ? "it fits now" : more == 2 ? "both pods fit now" : "all %d pods fit now".formatted(more);
        }
        if (launch.filter(pods -> pods.fit().outcome() == FitOutcome.NEVER).isPresent()) {
            return "no node could take %s, not even an empty one".formatted(more == 1 ? "it" : "one of them");
        }
        // What quotas leave is told on its own.
        return more == 1 ? "no node has room for it now"
                : "nodes have room for %d of %d pods now".formatted(fit, more);
    }

    /** By the arithmetic of what is launched; quotas are told of on their own. */
    private OptionalLong room(long more) {
        if (launch.isEmpty()) {
            return OptionalLong.empty();
        }
        var pods = launch.get();
        return switch (pods.fit().outcome()) {
            case FITS -> pods.capacity().capped() && pods.capacity().total() < more ? OptionalLong.empty()
                    : OptionalLong.of(pods.capacity().total());
            case NOT_NOW, CLOSED, NEVER -> OptionalLong.of(0);
            case REFUSED, ENDED, BOUND, GATED, ELSEWHERE, UNKNOWN -> OptionalLong.empty();
        };
    }

    /** What quotas refuse once there shall be so many pods, and those of before are gone. */
    List<String> refused(int after) {
        var held = held();
        var more = new TreeMap<String, Long>();
        extended(asked(making)).forEach((name, amount) -> {
            long wanted = amount * after - held.getOrDefault(name, 0L);
            if (wanted > 0) {
                more.put(name, wanted);
            }
        });
        return new QuotaRoom(counting()).refused(more);
    }

    /** What pods of work that is resumed would find: a Job's come now, a CronJob's with the next Job that it begins. */
    List<String> resumed() {
        int parallel = making.parallel();
        var words = new ArrayList<>(more(parallel));
        words.addAll(refused(parallel));
        if (making.kind() == WorkloadKind.CRON_JOB) {
            words.replaceAll(each -> "For the next Job that it begins: " + SentenceText.inside(each));
        } else if (making.kind() == WorkloadKind.WORKLOAD) {
            words.add("It runs once its queue “%s” (Kueue) lets it in".formatted(making.queue()));
        } else if (!making.queue().isEmpty()) {
            words.add("Its queue “%s” (Kueue) suspends it again until it admits it".formatted(making.queue()));
        }
        return words;
    }

    /** The quotas that count new pods. */
    private Optional<List<LookupQuota>> counting() {
        return quotas.map(all -> all.stream().filter(quota -> quota.scopes().count(making.template())).toList());
    }

    /** What it takes that new pods come before old ones go. */
    List<String> surge(int after) {
        var words = new ArrayList<String>();
        int surge = making.surge(after);
        if (surge > 0 && each() > 0) {
            words.add((surge == 1 ? "A new pod may come before an old one goes: that takes %s more for a while, "
                    + "or it waits"
                    : "%2$d new pods may come before old ones go: that takes %1$s more for a while, "
                            + "or they wait")
                    .formatted(survey.asked(asked(making), surge), surge));
        }
        if (surge > 0 && making.keepsAll(after) && !pods.isEmpty()) {
            words.addAll(new QuotaRoom(counting()).blocked(extended(asked(making))));
        }
        return words;
    }

    private ResourceAmounts asked(PodOwnerSpec of) {
        return of.each().orElseGet(() -> pods.isEmpty() ? ResourceAmounts.NONE : pods.getFirst().requests());
    }

    private Map<String, Long> held() {
        var held = new TreeMap<String, Long>();
        if (pods.isEmpty() && !survey.snapshot().podScope().complete()) {
            // Where its pods are not to be seen it is taken to have as many as it says.
            extended(asked(former)).forEach((name, amount) -> held.put(name, amount * former.replicas()));
        }
        pods.forEach(pod -> extended(pod.requests()).forEach((name, amount) -> held.merge(name, amount, Long::sum)));
        return held;
    }

    private static Map<String, Long> extended(ResourceAmounts resources) {
        var extended = new TreeMap<String, Long>();
        resources.names().stream().filter(name -> name.contains("/") && resources.get(name) > 0)
                .forEach(name -> extended.put(name, resources.get(name)));
        return extended;
    }
}
