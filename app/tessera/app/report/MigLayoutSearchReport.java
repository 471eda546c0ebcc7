package tessera.app.report;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import tessera.mig.MigFewestGpuPlanner.FewestGpuResult.FewestGpuLayout;
import tessera.mig.MigLayout;
import tessera.mig.MigLayoutNotation;
import tessera.mig.MigProduct;
import tessera.mig.NodeMigLayoutDraft;
import tessera.text.MessageCatalog;
import tessera.text.SentenceJoiner;

/** A report on the MIG layouts that serve requested instances. */
public final class MigLayoutSearchReport extends AbstractMultiFormatReport {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(MigLayoutSearchReport.class);

    private final MigProduct product;
    private final FewestGpuLayout served;

    public MigLayoutSearchReport(MigProduct product, FewestGpuLayout served) {
        super(List.of("GPU", "LAYOUT", "ROOM-FOR"), List.of("PROVEN"));
        this.product = product;
        this.served = served;
    }

    @Override
    void fillTable(TextTable table, boolean all) {
        for (int gpu = 0; gpu < served.gpus().size(); gpu++) {
            var row = List.of(Integer.toString(gpu), served.gpus().get(gpu).combination().toString(),
                    roomText(served.gpus().get(gpu)));
            table.add(all ? List.of(row.get(0), row.get(1), row.get(2), Boolean.toString(served.proven())) : row);
        }
    }

    /** Returns the sizes that still fit beside a layout. */
    private static String roomText(MigLayout layout) {
        var room = layout.remainingCounts().entrySet().stream().filter(size -> size.getValue() > 0)
                .map(size -> size.getValue() + "x" + size.getKey()).toList();
        return room.isEmpty() ? "-" : SentenceJoiner.choicesText(room);
    }

    @Override
    String emptyText() {
        return MESSAGES.text("migSearch.none");
    }

    private String layoutText() {
        return MigLayoutNotation.format(NodeMigLayoutDraft.ofWholeGpus(product, served.gpus().size())
                .withFirstGpus(served.gpus()).toConfigEntries());
    }

    @Override
    ObjectNode toJson() {
        var json = JsonNodeFactory.instance.objectNode().put("apiVersion", "tessera/v1").put("kind", "ServedRequests")
                .put("product", product.id()).put("gpus", served.gpus().size()).put("fewest", served.proven())
                .put("layout", layoutText());
        var layouts = json.putArray("layouts");
        for (var layout : served.gpus()) {
            var instances = layouts.addObject();
            layout.combination().counts().entrySet().stream().sorted(Map.Entry.comparingByKey())
                    .forEach(size -> instances.put(size.getKey().name(), size.getValue()));
        }
        return json;
    }
}
