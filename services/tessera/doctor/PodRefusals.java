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
import tessera.scheduling.FailedCreateEvents;
import tessera.scheduling.FailedCreateEvents.RefusedOwner;
import tessera.scheduling.ObjectSource;
import tessera.scheduling.QuotaNow;

/** Notes of work whose pods are refused. Waits for the cluster. */
record PodRefusals(ObjectSource objects) {

    /** @param namespace whose; empty for all */
    List<FailureEvent> read(String namespace, Snapshot snapshot, Instant now) throws Failure, InterruptedException {
        var notes = new ArrayList<FailureEvent>();
        for (var refused : FailedCreateEvents.read(objects, namespace, snapshot, now)) {
            notes.add(note(refused));
        }
        return notes;
    }

    private FailureEvent note(RefusedOwner refused) throws Failure, InterruptedException {
        var work = refused.work();
        var what = "%s/%s -n %s".formatted(work.kind().toLowerCase(Locale.ROOT), work.name(), work.namespace());
        var said = ExceededQuota.in(refused.message());
        if (said.isEmpty()) {
            return new FailureEvent(what, refused.message());
        }
        var now = new QuotaNow(objects).of(refused.maker().namespace(), said.get());
        return now.filter(ExceededQuota::roomy).isPresent()
                ? new FailureEvent(what, "The quota %s has room by now; before: %s".formatted(said.get().quota(),
                        refused.message()), Optional.empty(), Optional.empty())
                : new FailureEvent(what, refused.message(),
                        Optional.of(now.orElse(said.get()).enough(refused.lacking())), Optional.empty());
    }
}
