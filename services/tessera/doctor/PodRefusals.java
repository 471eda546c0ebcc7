package tessera.doctor;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tessera.doctor.DiagnosisInput.FailureEvent;
import tessera.model.ExceededQuota;
import tessera.model.Failure;
import tessera.model.Snapshot;
import tessera.scheduling.CurrentQuotaReader;
import tessera.scheduling.FailedCreateEvents;
import tessera.scheduling.FailedCreateEvents.RefusedOwner;
import tessera.scheduling.ObjectSource;

/** Reads the failure events of workloads whose pods are refused. Waits for the cluster. */
record PodRefusals(ObjectSource objects) {

    /** @param namespace whose; empty for all */
    List<FailureEvent> read(String namespace, Snapshot snapshot, Instant now) throws Failure, InterruptedException {
        var notes = new ArrayList<FailureEvent>();
        for (var refused : FailedCreateEvents.read(objects, namespace, snapshot, now)) {
            notes.add(toFailureEvent(refused));
        }
        return notes;
    }

    private FailureEvent toFailureEvent(RefusedOwner refused) throws Failure, InterruptedException {
        var work = refused.workload();
        var subject = "%s/%s -n %s".formatted(work.kind().toLowerCase(Locale.ROOT), work.name(), work.namespace());
        var said = ExceededQuota.parse(refused.message());
        if (said.isEmpty()) {
            return new FailureEvent(subject, refused.message());
        }
        var now = new CurrentQuotaReader(objects).update(refused.owner().namespace(), said.get());
        return now.filter(ExceededQuota::hasRoomAgain).isPresent()
                ? new FailureEvent(subject, "The quota %s has room by now; before: %s".formatted(said.get().quota(),
                        refused.message()), Optional.empty(), Optional.empty())
                : new FailureEvent(subject, refused.message(),
                        Optional.of(now.orElse(said.get()).requiredFor(refused.missingPods())), Optional.empty());
    }
}
