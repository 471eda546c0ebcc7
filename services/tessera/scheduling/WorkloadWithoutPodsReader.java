package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.PodOwnerFinder;
import tessera.model.ClusterSnapshot;
import tessera.model.ForeignTextSanitizer;
import tessera.model.ObjectRef;
import tessera.model.PodPhase;
import tessera.model.PodSummary;
import tessera.model.Problem;
import tessera.model.ProblemException;
import tessera.model.ShellWordQuoter;
import tessera.scheduling.spec.PodSchedulingSpec;
import tessera.text.MessageCatalog;
import tessera.text.SentenceJoiner;

/** Finds workloads that lack pods, where no pod tells the reason. Waits for the cluster. */
public final class WorkloadWithoutPodsReader {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(WorkloadWithoutPodsReader.class);

    private final ClusterObjectSource source;
    private final ClusterSnapshot clusterSnapshot;
    private final Instant now;

    /** @param clusterSnapshot tells whose pods may be seen, and how long ago something was */
    public WorkloadWithoutPodsReader(ClusterObjectSource source, ClusterSnapshot clusterSnapshot, Instant now) {
        this.source = source;
        this.clusterSnapshot = clusterSnapshot;
        this.now = now;
    }

    /**
     * The workloads that were found, and the problems in reading others.
     *
     * @param problemTexts what could not be looked at, a sentence each without a full stop
     */
    public record PodlessWorkloadReadResult(List<WorkloadWithoutPods> workloads, List<String> problemTexts) {

        public PodlessWorkloadReadResult {
            workloads = List.copyOf(workloads);
            problemTexts = List.copyOf(problemTexts);
        }
    }

    /** Finds a workload by its name, of any kind; empty where there is none or it lacks no pods. */
    public Optional<WorkloadWithoutPods> find(String namespace, String name)
            throws ProblemException, InterruptedException {
        try {
            var held = new SuspendedWorkloadReader(source).find(namespace, name);
            return held.isPresent() ? held : findRefused(namespace, name);
        } catch (ProblemException problemException) {
            var refused = findRefusedAfter(namespace, name, SuspendedWorkloadReader.requireForbidden(problemException));
            if (refused.isPresent()) {
                return refused;
            }
            throw problemException;
        }
    }

    /** Returns the workload with refused pods, although reading suspended workloads was forbidden. */
    private Optional<WorkloadWithoutPods> findRefusedAfter(String namespace, String name, ProblemException other)
            throws ProblemException, InterruptedException {
        try {
            return findRefused(namespace, name);
        } catch (ProblemException problemException) {
            problemException.addSuppressed(other);
            SuspendedWorkloadReader.requireForbidden(problemException);
            return Optional.empty();
        }
    }

    /** Returns the workload of an object; empty where it lacks no pods. */
    public Optional<WorkloadWithoutPods> findObject(ObjectRef workloadRef)
            throws ProblemException, InterruptedException {
        var kind = WorkloadSuspensionFields.findRule(workloadRef.apiVersion(), workloadRef.kind());
        var held = kind.isEmpty() ? Optional.<WorkloadWithoutPods>empty()
                : new SuspendedWorkloadReader(source).findOfKind(kind.get(), workloadRef.namespace(),
                        workloadRef.name());
        return held.isPresent() ? held : findRefused(workloadRef.namespace(), workloadRef.name());
    }

    /** Returns a Job that failed and creates no more pods; empty where there is none of this name. */
    public Optional<WorkloadWithoutPods> findFailedJob(String namespace, String name)
            throws ProblemException, InterruptedException {
        return new JobFailureReasonReader(source, clusterSnapshot).find(namespace, name);
    }

    private Optional<WorkloadWithoutPods> findRefused(String namespace, String name)
            throws ProblemException, InterruptedException {
        var truncations = new TruncationRecordingObjectSource(source);
        for (var refused : FailedCreateEventFinder.read(truncations, namespace, clusterSnapshot, now)) {
            if (refused.object().isPresent() && refused.workload().name().equals(name)) {
                return Optional
                        .of(new PodCreationFailureExplainer(source, refused, refused.object().get()).toWorkload());
            }
        }
        if (!truncations.truncationMessages().isEmpty()) {
            throw new ProblemException(
                    Problem.of(Problem.OperationProblemKind.OVERLOADED, MESSAGES.reason("gap.refused-of", name))
                            .withDetail(SentenceJoiner.joinSentences(truncations.truncationMessages())));
        }
        return Optional.empty();
    }

    /** Returns all workloads that request devices, in the visible namespaces and without remedies. */
    public PodlessWorkloadReadResult findAll(AcceleratorCatalog accelerators)
            throws ProblemException, InterruptedException {
        var work = new ArrayList<WorkloadWithoutPods>();
        var gaps = new LinkedHashSet<String>();
        for (var namespace : clusterSnapshot.podScope().askedNamespaces("")) {
            addAll(namespace, accelerators, work, gaps);
        }
        return new PodlessWorkloadReadResult(distinctByWorkload(work), List.copyOf(gaps));
    }

    private void addAll(String namespace, AcceleratorCatalog accelerators, List<WorkloadWithoutPods> work,
            Collection<String> gaps) throws ProblemException, InterruptedException {
        var truncations = new TruncationRecordingObjectSource(source);
        work.addAll(new SuspendedWorkloadReader(truncations).findAll(namespace, accelerators, gaps));
        try {
            addRefused(truncations, namespace, accelerators, work, gaps);
        } catch (ProblemException problemException) {
            if (problemException.problem().kind() != Problem.OperationProblemKind.FORBIDDEN) {
                throw problemException;
            }
            gaps.add(MESSAGES.text("gap.refused", problemException.problem().problemText()));
        }
        gaps.addAll(truncations.truncationMessages());
    }

    private void addRefused(ClusterObjectSource objectSource, String namespace, AcceleratorCatalog accelerators,
            List<WorkloadWithoutPods> work, Collection<String> gaps) throws ProblemException, InterruptedException {
        int unseen = 0;
        for (var refused : FailedCreateEventFinder.read(objectSource, namespace, clusterSnapshot, now)) {
            if (refused.object().isEmpty()) {
                unseen++;
            } else if (requestsDevices(refused.object().get(), accelerators)) {
                work.add(new PodCreationFailureExplainer(source, refused, refused.object().get()).toWorkload());
            }
        }
        if (unseen > 0) {
            gaps.add(MESSAGES.text("gap.refused-unseen", unseen));
        }
    }

    private static List<WorkloadWithoutPods> distinctByWorkload(List<WorkloadWithoutPods> work) {
        var byName = new LinkedHashMap<ObjectRef, WorkloadWithoutPods>();
        work.forEach(pods -> byName.putIfAbsent(pods.workload(), pods));
        return List.copyOf(byName.values());
    }

    private static boolean requestsDevices(JsonNode maker, AcceleratorCatalog accelerators) {
        var spec = PodSchedulingSpec.of(maker.at("/spec/template"));
        return accelerators.isRequestedBy(spec.requests()) || !spec.deviceClaims().isEmpty();
    }

    /** Reads the reason why a Job failed, of which perhaps no pod is left. Waits for the cluster. */
    private record JobFailureReasonReader(ClusterObjectSource source, ClusterSnapshot snapshot) {

        /** Returns the failed Job; empty where there is no Job of this name or it has not failed. */
        Optional<WorkloadWithoutPods> find(String namespace, String name)
                throws ProblemException, InterruptedException {
            var ref = new ObjectRef("batch/v1", "Job", "jobs", namespace, name);
            return source.find(ref).flatMap(job -> failedJob(job, ref));
        }

        private Optional<WorkloadWithoutPods> failedJob(JsonNode job, ObjectRef ref) {
            return StatusConditionReader.find(job, "Failed", "True").map(why -> {
                var last = lastFailedPod(ref);
                return WorkloadWithoutPods.fromOwner(ref, job, 0)
                        .withMessage(reasonOf(job, why.path("reason").asText()).text(), Stream.concat(Stream.of(
                                ForeignTextSanitizer.withoutFullStop(why.path("message").asText().strip())),
                                last.map(JobFailureReasonReader::podText).stream())
                                .collect(SentenceJoiner.toSentences()),
                                ApiTimestampParser.parse(why.path("lastTransitionTime")).orElse(null),
                                last.map(pod -> new SchedulingRemedy(MESSAGES.text("remedy.last-pod-log"),
                                        ShellWordQuoter.fillCommand("tessera logs %s/%s --all-containers --tail=50",
                                                pod.namespace(), pod.name()),
                                        new SchedulingRemedyChange.WaitAction())));
            });
        }

        private static JobFailureReason reasonOf(JsonNode job, String reason) {
            var spec = job.path("spec");
            return switch (reason) {
                case "BackoffLimitExceeded" ->
                    new JobFailureReason.JobBackoffLimitExceeded(spec.path("backoffLimit").asInt(6));
                case "DeadlineExceeded" ->
                    new JobFailureReason.JobDeadlineExceeded(spec.path("activeDeadlineSeconds").asInt());
                case "PodFailurePolicy" -> new JobFailureReason.JobPodFailurePolicyMatched();
                case "FailedIndexes", "MaxFailedIndexesExceeded" -> new JobFailureReason.JobIndexesFailed();
                default -> new JobFailureReason.JobFailed();
            };
        }

        /** Returns the pod of the Job that failed last, of those that still exist. */
        private Optional<PodSummary> lastFailedPod(ObjectRef job) {
            return snapshot.pods().filter(pod -> pod.phase() == PodPhase.FAILED && PodOwnerFinder.isMaker(job, pod))
                    .max(Comparator.comparing(PodSummary::created, Comparator.nullsFirst(Comparator.naturalOrder())));
        }

        private static String podText(PodSummary pod) {
            return MESSAGES.text("job.last-pod", pod.name(), pod.status(),
                    ForeignTextSanitizer.withoutFullStop(pod.message().strip()));
        }
    }
}
