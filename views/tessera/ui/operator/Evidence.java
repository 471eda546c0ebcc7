package tessera.ui.operator;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tessera.model.EventFacts;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.stack.Finding;
import tessera.stack.LogReader;
import tessera.ui.Desk;
import tessera.ui.operator.OperatorState.Detail;

/**
 * What the pod of a link says for itself.
 *
 * @param log     its last lines
 * @param finding what these explain; empty where they explain nothing
 * @param events  about the pod, newest first
 * @param lacks   what could not be read, and why
 */
record Evidence(List<String> log, Optional<Finding> finding, List<EventFacts> events, List<Problem> lacks) {

    Evidence {
        log = List.copyOf(log);
        events = List.copyOf(events);
        lacks = List.copyOf(lacks);
    }

    /** What a link without a pod says. */
    static final Evidence NONE = new Evidence(List.of(), Optional.empty(), List.of(), List.of());

    /** Reads the log and the events of a link's pod; waits for the cluster. */
    static Evidence read(Desk desk, Detail detail) throws Failure, InterruptedException {
        var link = detail.chain().link(detail.component());
        var pod = link.pod();
        if (pod == null) {
            return NONE;
        }
        var lacks = new ArrayList<Problem>();
        var log = new LogReader.Read(List.of(), Optional.empty());
        try {
            log = new LogReader(desk.reached().stack()).read(detail.chain(), link);
        } catch (Failure failure) {
            lacks.add(failure.problem());
        }
        List<EventFacts> events = List.of();
        try {
            events = desk.reached().events(ObjectRef.pod(pod.namespace(), pod.name()));
        } catch (Failure failure) {
            lacks.add(failure.problem());
        }
        return new Evidence(log.lines(), log.finding(), events, lacks);
    }
}
