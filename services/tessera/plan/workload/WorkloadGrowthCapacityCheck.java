package tessera.plan.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import tessera.kube.quantity.ResourceAmounts;
import tessera.model.PodSummary;
import tessera.plan.context.NodeAndPodPlannerInput;
import tessera.plan.context.ReferencedObjectReader.QuotaWithUsage;
import tessera.plan.intent.WorkloadKind;
import tessera.scheduling.PodFitResult.FitOutcome;
import tessera.scheduling.PredictedPodPlacement;

/**
 * The room in quotas and on nodes for more, or other, pods of a workload. Pure.
 *
 * @param ownerSpec what pods are made of from now on
 * @param formerSpec what they were made of until now
 * @param pods   those that there are, those that have ended left out
 * @param quotas of their namespace; empty where they could not be read
 * @param outcome how new ones would fare on nodes; empty where that is not known
 */
record WorkloadGrowthCapacityCheck(WorkloadSpecReader ownerSpec, WorkloadSpecReader formerSpec, List<PodSummary> pods,
        NodeAndPodPlannerInput input, Optional<List<QuotaWithUsage>> quotas, Optional<PredictedPodPlacement> outcome) {

    WorkloadGrowthCapacityCheck {
        pods = List.copyOf(pods);
    }

    /** Returns the number of accelerators that one new unit requests. */
    long countAccelerators() {
        return input.countAccelerators(requestsOf(ownerSpec));
    }

    /** Returns what further pods request, and how many of them fit on nodes now. */
    List<WorkloadChangeWarning> growthWarnings(int more) {
        if (more <= 0 || countAccelerators() == 0) {
            return List.of();
        }
        return List.of(new WorkloadChangeWarning.GpuRequestGrows(input.requestText(requestsOf(ownerSpec), more),
                fitOf(ownerSpec.countUnitGpuPods(input) * more)));
    }

    private NewPodsFit fitOf(long more) {
        var room = roomFor(more);
        if (room.isEmpty()) {
            return new NewPodsFit.NewPodsRoomUnknown();
        }
        long fit = Math.min(more, room.getAsLong());
        if (fit == more) {
            return new NewPodsFit.AllNewPodsFit(more);
        }
        if (outcome.filter(pods -> pods.fit().outcome() == FitOutcome.NEVER).isPresent()) {
            return new NewPodsFit.NoNodeEverFits(more);
        }
        // What quotas leave is told on its own.
        return new NewPodsFit.SomeNewPodsFit(fit, more);
    }

    /** Returns the room for further pods on nodes, without regard to quotas; empty if unknown. */
    private OptionalLong roomFor(long more) {
        if (outcome.isEmpty()) {
            return OptionalLong.empty();
        }
        var pods = outcome.get();
        return switch (pods.fit().outcome()) {
            case FITS -> pods.capacity().capped() && pods.capacity().totalPods() < more ? OptionalLong.empty()
                    : OptionalLong.of(pods.capacity().totalPods());
            case NOT_NOW, CLOSED, NEVER -> OptionalLong.of(0);
            case MAY_FIT, REFUSED, ENDED, BOUND, GATED, ELSEWHERE, UNKNOWN -> OptionalLong.empty();
        };
    }

    /** Returns what quotas refuse at a replica count, once former pods are gone. */
    List<WorkloadChangeWarning> quotaWarnings(int after) {
        var held = heldResources();
        var more = new TreeMap<String, Long>();
        extendedResources(requestsOf(ownerSpec)).forEach((name, amount) -> {
            long wanted = amount * after - held.getOrDefault(name, 0L);
            if (wanted > 0) {
                more.put(name, wanted);
            }
        });
        return new RemainingNamespaceQuotas(countingQuotas()).refusalWarnings(more);
    }

    /** Returns what the pods of resumed work would find: a Job's now, a CronJob's at its next Job. */
    List<WorkloadChangeWarning> resumeWarnings() {
        int parallel = ownerSpec.parallelism();
        var texts = new ArrayList<>(growthWarnings(parallel));
        texts.addAll(quotaWarnings(parallel));
        if (ownerSpec.kind() == WorkloadKind.CRON_JOB) {
            texts.replaceAll(WorkloadChangeWarning.NextScheduledJob::new);
        } else if (ownerSpec.kind() == WorkloadKind.WORKLOAD) {
            texts.add(new WorkloadChangeWarning.KueueAdmitsWorkload(ownerSpec.queueName()));
        } else if (!ownerSpec.queueName().isEmpty()) {
            texts.add(new WorkloadChangeWarning.KueueSuspendsUntilAdmitted(ownerSpec.queueName()));
        }
        return texts;
    }

    /** Returns the quotas that count the new pods. */
    private Optional<List<QuotaWithUsage>> countingQuotas() {
        return quotas.map(this::matchingQuotas);
    }

    private List<QuotaWithUsage> matchingQuotas(List<QuotaWithUsage> all) {
        return all.stream().filter(quota -> quota.scopes().matchesPod(ownerSpec.podTemplate())).toList();
    }

    /** Returns what a surge requires when new pods start before old ones end. */
    List<WorkloadChangeWarning> surgeWarnings(int after) {
        var texts = new ArrayList<WorkloadChangeWarning>();
        int surge = ownerSpec.maxSurge(after);
        if (surge > 0 && countAccelerators() > 0) {
            texts.add(new WorkloadChangeWarning.SurgeNeedsGpus(surge, input.requestText(requestsOf(ownerSpec), surge)));
        }
        if (surge > 0 && ownerSpec.keepsAllOldPods(after) && !pods.isEmpty()) {
            texts.addAll(new RemainingNamespaceQuotas(countingQuotas())
                    .blockedRolloutWarnings(extendedResources(requestsOf(ownerSpec))));
        }
        return texts;
    }

    private ResourceAmounts requestsOf(WorkloadSpecReader of) {
        return of.unitRequests().orElseGet(() -> pods.isEmpty() ? ResourceAmounts.NONE : pods.getFirst().requests());
    }

    private Map<String, Long> heldResources() {
        var held = new TreeMap<String, Long>();
        if (pods.isEmpty() && !input.snapshot().podScope().isComplete()) {
            // Where its pods are not to be seen it is taken to have as many as it says.
            extendedResources(requestsOf(formerSpec))
                    .forEach((name, amount) -> held.put(name, amount * formerSpec.replicas()));
        }
        for (var pod : pods) {
            extendedResources(pod.requests()).forEach((name, amount) -> held.merge(name, amount, Long::sum));
        }
        return held;
    }

    private static Map<String, Long> extendedResources(ResourceAmounts resources) {
        var extended = new TreeMap<String, Long>();
        resources.names().stream().filter(name -> name.contains("/") && resources.get(name) > 0)
                .forEach(name -> extended.put(name, resources.get(name)));
        return extended;
    }

    /**
     * The room that the quotas of a namespace leave for more pods. Pure.
     *
     * @param quotas empty where they could not be read
     */
    private record RemainingNamespaceQuotas(Optional<List<QuotaWithUsage>> quotas) {

        /** A factory of what is told of a shortfall. */
        private interface ShortfallWarning {
            WorkloadChangeWarning warningOf(String quota, String left, String resource, long more);
        }

        /**
         * Returns what quotas refuse of further pods, which are then not created rather than pending.
         *
         * @param more by resource, what is wanted beyond what is held
         */
        List<WorkloadChangeWarning> refusalWarnings(Map<String, Long> more) {
            if (more.isEmpty()) {
                return List.of();
            }
            if (quotas.isEmpty()) {
                return List.of(new WorkloadChangeWarning.WorkloadQuotasUnreadable());
            }
            return findShortfalls(more, WorkloadChangeWarning.QuotaLimitsPods::new);
        }

        /**
         * Returns what blocks the first new pod if no old one ends before.
         *
         * @param one by resource, what it asks for
         */
        List<WorkloadChangeWarning> blockedRolloutWarnings(Map<String, Long> one) {
            return findShortfalls(one, WorkloadChangeWarning.QuotaBlocksRollout::new);
        }

        private List<WorkloadChangeWarning> findShortfalls(Map<String, Long> wanted, ShortfallWarning warning) {
            var lacking = new ArrayList<WorkloadChangeWarning>();
            for (var quota : quotas.orElse(List.of())) {
                for (var entry : wanted.entrySet()) {
                    var name = entry.getKey();
                    var amount = entry.getValue();
                    quota.shortfallText(name, amount)
                            .ifPresent(left -> lacking.add(warning.warningOf(quota.name(), left, name, amount)));
                }
            }
            return lacking;
        }
    }
}
