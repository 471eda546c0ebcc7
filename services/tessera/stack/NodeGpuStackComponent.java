package tessera.stack;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tessera.model.PodSummary;
import tessera.text.MessageCatalog;

/**
 * A component of the stack on one node.
 *
 * @param operand what does it on such nodes
 * @param condition what it is beyond its state
 * @param summary   the same in a word or two; empty where the state says it all
 * @param text   the same in full
 * @param pod     that does it; null where there is none
 */
public record NodeGpuStackComponent(GpuStackOperand operand, NodeComponentState state, NodeComponentCondition condition,
        String summary, String text, @Nullable PodSummary pod) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(NodeGpuStackComponent.class);

    /** The states of a component, most urgent first. */
    public enum NodeComponentState {
        BROKEN,
        UNKNOWN,
        PAUSED,
        LOOK,
        WAITS,
        STARTING,
        READY,
        ABSENT;

        public String stateText() {
            return MESSAGES.text("state", this);
        }

        /** Returns the words by which a filter finds the state. */
        public List<String> searchTexts() {
            return MESSAGES.searchTexts("state", this);
        }
    }

    NodeGpuStackComponent(GpuStackOperand operand, NodeComponentState state, NodeComponentCondition condition,
            String text, @Nullable PodSummary pod) {
        this(operand, state, condition, condition.text(), text, pod);
    }

    static NodeGpuStackComponent withoutPod(GpuStackOperand operand, NodeComponentState state,
            NodeComponentCondition condition, String text) {
        return new NodeGpuStackComponent(operand, state, condition, text, null);
    }

    /** Returns a copy in which only some containers of the pod fail. */
    NodeGpuStackComponent withPartFailing(int ready, int total) {
        return new NodeGpuStackComponent(operand, NodeComponentState.BROKEN, NodeComponentCondition.PART_FAILS,
                MESSAGES.text("link.part", text, ready, total), pod);
    }

    /** Returns whether only some containers of its pod fail, while the node offers its GPUs. */
    public boolean isPartFailing() {
        return condition == NodeComponentCondition.PART_FAILS;
    }

    /** Returns whether the operator has set no label that would put it on the node. */
    boolean isUnlabelled() {
        return state == NodeComponentState.BROKEN && condition == NodeComponentCondition.UNLABELLED;
    }

    public GpuStackComponent component() {
        return operand.component();
    }

    public String title() {
        return operand.title();
    }

    String operandName() {
        return operand.name();
    }

    String gateLabel() {
        return operand.gateLabel();
    }

    NodeGpuStackComponent withState(NodeComponentState other, NodeComponentCondition otherCondition, String otherText) {
        return new NodeGpuStackComponent(operand, other, otherCondition, otherText, pod);
    }

    NodeGpuStackComponent withState(NodeComponentState other, NodeComponentCondition otherCondition,
            String otherSummary, String otherText) {
        return new NodeGpuStackComponent(operand, other, otherCondition, otherSummary, otherText, pod);
    }
}
