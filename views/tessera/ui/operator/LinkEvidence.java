package tessera.ui.operator;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tessera.model.EventFacts;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.stack.ChainFinding;
import tessera.stack.StackLogReader;
import tessera.ui.AppServices;
import tessera.ui.operator.OperatorState.ChainDetail;

/**
 * Evidence from the pod of a link: log, finding, events, and reading problems.
 *
 * @param log     its last lines
 * @param finding what these explain; empty where they explain nothing
 * @param events  about the pod, newest first
 * @param problems   what could not be read, and why
 */
record LinkEvidence(List<String> log, Optional<ChainFinding> finding, List<EventFacts> events, List<Problem> problems) {

    LinkEvidence {
        log = List.copyOf(log);
        events = List.copyOf(events);
        problems = List.copyOf(problems);
    }

    /** What a link without a pod says. */
    static final LinkEvidence NONE = new LinkEvidence(List.of(), Optional.empty(), List.of(), List.of());

    /** Reads the log and the events of a link's pod; waits for the cluster. */
    static LinkEvidence readFrom(AppServices desk, ChainDetail detail) throws Failure, InterruptedException {
        var link = detail.chain().linkOf(detail.component());
        var pod = link.pod();
        if (pod == null) {
            return NONE;
        }
        var lacks = new ArrayList<Problem>();
        var log = new StackLogReader.PodLogReading(List.of(), Optional.empty());
        try {
            log = new StackLogReader(desk.clusterServices().stackSource()).readLog(detail.chain(), link);
        } catch (Failure failure) {
            lacks.add(failure.problem());
        }
        List<EventFacts> events = List.of();
        try {
            events = desk.clusterServices().eventsOf(ObjectRef.pod(pod.namespace(), pod.name()));
        } catch (Failure failure) {
            lacks.add(failure.problem());
        }
        return new LinkEvidence(log.lines(), log.finding(), events, lacks);
    }
}
