"""Write a graph in the formats of other programs: GraphML, GEXF, node-link JSON, Cypher, CSV."""
