package tessera.ui.operator;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tessera.model.EventSummary;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.ProblemException;
import tessera.stack.BrokenComponentFinding;
import tessera.stack.ComponentLogReader;
import tessera.ui.AppServices;
import tessera.ui.operator.OperatorScreenState.NodeComponentsDetail;

/**
 * Evidence from the pod of a component: log, finding, events, and reading problems.
 *
 * @param log     its last lines
 * @param finding what these explain; empty where they explain nothing
 * @param events  about the pod, newest first
 * @param problems   what could not be read, and why
 */
record ComponentEvidence(List<String> log, Optional<BrokenComponentFinding> finding, List<EventSummary> events,
        List<Problem> problems) {

    ComponentEvidence {
        log = List.copyOf(log);
        events = List.copyOf(events);
        problems = List.copyOf(problems);
    }

    /** What a component without a pod says. */
    static final ComponentEvidence NONE = new ComponentEvidence(List.of(), Optional.empty(), List.of(), List.of());

    /** Reads the log and the events of a component's pod; waits for the cluster. */
    static ComponentEvidence readFrom(AppServices desk, NodeComponentsDetail detail)
            throws ProblemException, InterruptedException {
        var link = detail.chain().linkOf(detail.component());
        var pod = link.pod();
        if (pod == null) {
            return NONE;
        }
        var lacks = new ArrayList<Problem>();
        var log = new ComponentLogReader.PodLogReading(List.of(), Optional.empty());
        try {
            log = new ComponentLogReader(desk.clusterServices().stackSource()).readLog(detail.chain(), link);
        } catch (ProblemException problemException) {
            lacks.add(problemException.problem());
        }
        List<EventSummary> events = List.of();
        try {
            events = desk.clusterServices().eventsOf(ObjectRef.pod(pod.namespace(), pod.name()));
        } catch (ProblemException problemException) {
            lacks.add(problemException.problem());
        }
        return new ComponentEvidence(log.lines(), log.finding(), events, lacks);
    }
}
