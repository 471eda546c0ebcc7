package tessera.doctor;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tessera.doctor.DiagnosisInput.CreationFailureEvent;
import tessera.model.ClusterSnapshot;
import tessera.model.ExceededQuotaMessage;
import tessera.model.ProblemException;
import tessera.scheduling.ClusterObjectSource;
import tessera.scheduling.FailedCreateEventFinder;
import tessera.scheduling.FailedCreateEventFinder.RefusedPodOwner;
import tessera.scheduling.PodRefusalQuotaStateReader;

/** Reads the failure events of workloads whose pods are refused. Waits for the cluster. */
record RefusedPodEventReader(ClusterObjectSource objects) {

    /** @param namespace whose; empty for all */
    List<CreationFailureEvent> read(String namespace, ClusterSnapshot clusterSnapshot, Instant now)
            throws ProblemException, InterruptedException {
        var notes = new ArrayList<CreationFailureEvent>();
        for (var refused : FailedCreateEventFinder.read(objects, namespace, clusterSnapshot, now)) {
            notes.add(toFailureEvent(refused));
        }
        return notes;
    }

    private CreationFailureEvent toFailureEvent(RefusedPodOwner refused) throws ProblemException, InterruptedException {
        var workloadRef = refused.workload();
        var subject = "%s/%s -n %s".formatted(workloadRef.kind().toLowerCase(Locale.ROOT), workloadRef.name(),
                workloadRef.namespace());
        var said = ExceededQuotaMessage.parse(refused.message());
        if (said.isEmpty()) {
            return new CreationFailureEvent(subject, refused.message());
        }
        var now = new PodRefusalQuotaStateReader(objects).update(refused.owner().namespace(), said.get());
        if (now.filter(ExceededQuotaMessage::hasRoomAgain).isPresent()) {
            return new CreationFailureEvent(subject, refused.message(), Optional.empty(), Optional.empty(), true);
        }
        return new CreationFailureEvent(subject, refused.message(),
                Optional.of(now.orElse(said.get()).requiredFor(refused.missingPods())), Optional.empty(), false);
    }
}
